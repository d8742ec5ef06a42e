# SPDX-License-Identifier: MIT
"""FastAPI with the contract of examples/web-frameworks.toml (Debian: python3-fastapi, python3-uvicorn, uvloop, httptools)."""
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

app = FastAPI()


class Item(BaseModel):
    id: int = Field(ge=1)
    name: str = Field(min_length=1, max_length=40)


@app.exception_handler(RequestValidationError)
async def invalid(request, error):
    return JSONResponse({"error": "invalid"}, status_code=400)


@app.post("/validate")
async def validate(item: Item):
    return {"id": item.id, "name": item.name, "valid": True}
