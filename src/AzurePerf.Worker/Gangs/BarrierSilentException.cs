namespace AzurePerf.Worker.Gangs;

/// <summary>The barrier gave no usable answer: its TaskManager is away, or does not lead any more.</summary>
internal sealed class BarrierSilentException : Exception
{
    public BarrierSilentException()
    {
    }

    public BarrierSilentException(string message)
        : base(message)
    {
    }

    public BarrierSilentException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
