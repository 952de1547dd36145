using System.Globalization;

namespace AzurePerf.Cli.Local;

/// <summary>How a child process ended.</summary>
/// <param name="Name">The child, such as "worker-1".</param>
/// <param name="ExitCode">128 + the signal's number after a signal.</param>
/// <param name="Reason">The most telling line it printed last, or empty.</param>
public sealed record ChildExit(string Name, int ExitCode, string Reason)
{
    private const int SignalBase = 128;

    /// <summary>What it printed last says nothing about a signal, which came from outside.</summary>
    public override string ToString() => ExitCode > SignalBase
        ? string.Create(CultureInfo.InvariantCulture, $"{Name} was ended by signal {ExitCode - SignalBase}")
        : string.Create(CultureInfo.InvariantCulture, $"{Name} ended with exit code {ExitCode}{(Reason.Length == 0 ? "" : ": " + Reason)}");
}
