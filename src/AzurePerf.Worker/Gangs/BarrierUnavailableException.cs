namespace AzurePerf.Worker.Gangs;

/// <summary>The barrier gave no usable answer: its TaskManager is away, or does not lead any more.</summary>
internal sealed class BarrierUnavailableException : Exception
{
    public BarrierUnavailableException()
    {
    }

    public BarrierUnavailableException(string message)
        : base(message)
    {
    }

    public BarrierUnavailableException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
