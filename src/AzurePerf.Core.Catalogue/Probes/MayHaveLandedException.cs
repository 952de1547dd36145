namespace AzurePerf.Core.Probes;

/// <summary>
/// An operation that may have changed the target although nobody was told so. A probe whose operations only sometimes change it declares
/// that they do not, and throws this where one did: no answer after the change was asked for.
/// </summary>
public sealed class MayHaveLandedException : Exception
{
    public MayHaveLandedException()
    {
    }

    public MayHaveLandedException(string message)
        : base(message)
    {
    }

    public MayHaveLandedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
