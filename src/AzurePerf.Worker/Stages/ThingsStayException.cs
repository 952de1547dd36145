namespace AzurePerf.Worker.Stages;

/// <summary>Some of what was to be removed could not be, and all the rest was.</summary>
internal sealed class ThingsStayException : Exception
{
    public ThingsStayException()
    {
    }

    public ThingsStayException(string message)
        : base(message)
    {
    }

    public ThingsStayException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>What each of them threw; at least one.</summary>
    public IReadOnlyList<Exception> Failures { get; init; } = [];
}
