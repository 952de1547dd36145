namespace AzurePerf.Worker.Stages;

/// <summary>A measurement that was stopped before its planned end, with what it had measured.</summary>
internal sealed class InterruptedMeasurementException : Exception
{
    public InterruptedMeasurementException()
    {
    }

    public InterruptedMeasurementException(string message)
        : base(message)
    {
    }

    public InterruptedMeasurementException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>The partial result as JSON.</summary>
    public string Partial { get; init; } = "";
}
