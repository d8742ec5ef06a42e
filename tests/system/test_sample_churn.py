# SPDX-License-Identifier: MIT
# ctest: long
# ctest: serial
# ctest: timeout=600
"""vpsfit sample all, while 3,000 groups are made and removed."""
import unittest

import test_sample_life
from vpsfit_test import needs_root


@needs_root
class Churn(test_sample_life.Life):
    def test_three_thousand_groups_that_come_and_go_leave_nothing_behind(self):
        self.churn(3000)


# The tests of the class above have run already.
for name in [name for name in dir(test_sample_life.Life) if name.startswith("test_")]:
    setattr(Churn, name, None)

if __name__ == "__main__":
    unittest.main()
