namespace AzurePerf.Worker.Execution;

/// <summary>A member of a gang that leaves before it has measured anything: told to, too late, or waiting too long. Its fault or not, it
/// costs the point only time.</summary>
internal sealed class MissedStartException : Exception
{
    public MissedStartException()
    {
    }

    public MissedStartException(string message)
        : base(message)
    {
    }

    public MissedStartException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
