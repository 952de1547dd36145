namespace AzurePerf.Cli.Local;

/// <summary>How a child process ended.</summary>
/// <param name="Name">The child, such as "worker-1".</param>
/// <param name="ExitCode">128 + the signal's number after a signal.</param>
/// <param name="Reason">The most telling line it printed last, or empty.</param>
public sealed record ChildExit(string Name, int ExitCode, string Reason)
{
    public override string ToString() => $"{Name} ended with exit code {ExitCode}" + (Reason.Length == 0 ? "" : ": " + Reason);
}
