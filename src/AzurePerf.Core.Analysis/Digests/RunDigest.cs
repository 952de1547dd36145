using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Digests;

/// <summary>Everything that pages, reports and charts of an ended run need, in one document. It is derived: rows and blobs of the points
/// remain the truth.</summary>
public sealed record RunDigest
{
    /// <summary>2: points have a result of values, distributions and operations, and headers the words of this API.</summary>
    public const int CurrentVersion = 2;

    public int Version { get; init; } = CurrentVersion;

    /// <summary>The header as it ended.</summary>
    public required RunState Run { get; init; }

    /// <summary>Every published point, in the order of measurement.</summary>
    public required IReadOnlyList<PointRecord> Points { get; init; }

    /// <summary>The curves of each configuration that has any, in the order of the spec.</summary>
    public required IReadOnlyList<LevelCurves> Curves { get; init; }

    /// <summary>True when this is the digest of that end of the run: a run may be ended anew, in another way, after its digest was written.
    /// When it ended does not count: of two TaskManagers that end it one stores the header, and the other one may store its digest
    /// last.</summary>
    public bool IsOf(RunState run)
    {
        ArgumentNullException.ThrowIfNull(run);
        return Run.RunId == run.RunId && Run.Status == run.Status;
    }
}
