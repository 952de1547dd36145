using System.Globalization;

namespace AzurePerf.Core.Workers;

/// <summary>A pool with too few workers for what a run has to do.</summary>
/// <param name="Pool">The pool.</param>
/// <param name="Needed">Workers that it takes at the same time.</param>
/// <param name="Alive">Workers that are there and do not leave.</param>
public sealed record MissingPool(string Pool, int Needed, int Alive)
{
    /// <summary>The build that they must be of, where others are alive that are not; empty where any will do.</summary>
    public string Build { get; init; } = "";

    /// <summary>True where they must be of one build, whichever that is, and those that are alive are of several.</summary>
    public bool SameBuild { get; init; }

    /// <summary>"waits for 2 measure workers: 1 alive", of several pools one after the other; empty of none.</summary>
    public static string Words(IReadOnlyList<MissingPool> missing) => string.Join("; ", missing.Select(one => one.Words()));

    /// <summary>" of build b1" or " of the same build", to stand after the workers; empty where any will do.</summary>
    public string OfBuild() => Build.Length > 0 ? " of build " + Build : SameBuild ? " of the same build" : "";

    private string Words() => Needed == 1
        ? $"waits for a {Pool} worker{OfBuild()}: none is alive"
        : string.Create(CultureInfo.InvariantCulture, $"waits for {Needed} {Pool} workers{OfBuild()}: {Alive} alive");
}
