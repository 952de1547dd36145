namespace AzurePerf.Worker.Bags;

/// <summary>A failure that a selftest asked for.</summary>
internal sealed class SelftestException : Exception
{
    public SelftestException()
    {
    }

    public SelftestException(string message)
        : base(message)
    {
    }

    public SelftestException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
