namespace AzurePerf.Simulation.Scheduling;

/// <summary>Code of a simulated process ran where the simulation cannot order it.</summary>
internal sealed class EscapedException : Exception
{
    public EscapedException()
    {
    }

    public EscapedException(string message)
        : base(message)
    {
    }

    public EscapedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
