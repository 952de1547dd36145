using System.Globalization;

namespace AzurePerf.Cli.Local;

/// <summary>What follows from the end of a worker.</summary>
/// <param name="Wait">When its successor starts, from now on; null when none does, because workers cannot even start.</param>
/// <param name="Ended">Workers that ended by themselves within the last minute, this one included.</param>
internal readonly record struct Replacement(TimeSpan? Wait, int Ended)
{
    /// <summary>Why the successor has to wait and what to do, in a sentence.</summary>
    /// <param name="exit">How the worker ended.</param>
    public string Waiting(ChildExit exit) => string.Create(
        CultureInfo.InvariantCulture,
        $"{exit}; {Ended} workers ended within a minute, so its successor starts in {Math.Ceiling((Wait ?? TimeSpan.Zero).TotalSeconds)} s. If a run ends them, cancel it: azureperf cancel RUN; --logs DIR keeps what each said");
}
