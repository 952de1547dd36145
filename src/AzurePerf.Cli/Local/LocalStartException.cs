namespace AzurePerf.Cli.Local;

/// <summary>Something on this machine keeps the local processes from starting; the message is one sentence that says what to do.</summary>
public sealed class LocalStartException(string message) : Exception(message);
