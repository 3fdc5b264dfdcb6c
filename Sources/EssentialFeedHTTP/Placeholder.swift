import AsyncHTTPClient
import NIOSSL
