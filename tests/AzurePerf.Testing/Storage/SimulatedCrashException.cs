namespace AzurePerf.Testing.Storage;

/// <summary>Stands for the end of a process between two requests. Nothing but the test that planned it may catch it.</summary>
public sealed class SimulatedCrashException : Exception
{
    public SimulatedCrashException()
    {
    }

    public SimulatedCrashException(string message)
        : base(message)
    {
    }

    public SimulatedCrashException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
