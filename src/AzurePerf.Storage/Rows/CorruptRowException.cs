namespace AzurePerf.Storage.Rows;

/// <summary>A stored row that cannot be what this program wrote. Its run fails with the row named; the rest goes on.</summary>
public sealed class CorruptRowException : Exception
{
    public CorruptRowException()
    {
    }

    public CorruptRowException(string message)
        : base(message)
    {
    }

    public CorruptRowException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
