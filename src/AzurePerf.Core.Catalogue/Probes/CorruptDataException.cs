namespace AzurePerf.Core.Probes;

/// <summary>Content that arrived whole but is not what was stored. A fast wrong answer is a failed operation.</summary>
public sealed class CorruptDataException : Exception
{
    public CorruptDataException()
    {
    }

    public CorruptDataException(string message)
        : base(message)
    {
    }

    public CorruptDataException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
