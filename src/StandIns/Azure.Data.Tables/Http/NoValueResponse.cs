namespace Azure.Data.Tables.Http;

/// <summary>The answer to a conditional read whose row does not exist.</summary>
internal sealed class NoValueResponse<T>(Response response) : NullableResponse<T>
{
    public override bool HasValue => false;

    public override T Value => throw new InvalidOperationException("The row does not exist: test HasValue before reading Value.");

    public override Response GetRawResponse() => response;
}
