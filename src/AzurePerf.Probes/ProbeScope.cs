using System.Diagnostics.CodeAnalysis;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Network;
using AzurePerf.Probes.Targets;

namespace AzurePerf.Probes;

/// <summary>What a probe is told besides its options: where it works and what its objects are called.</summary>
public sealed record ProbeScope
{
    /// <summary>The account under measurement. The probe does not dispose it. Null for a probe that measures the worker's own machine, which must not ask.</summary>
    [AllowNull]
    public required StorageTarget Target
    {
        get => field ?? throw new InvalidOperationException("The probe works on an account, but its scope names none.");
        init;
    }

    /// <summary>How to reach the worker that answers; null for a probe that measures no network between workers.</summary>
    public PeerAccess? Peer { get; init; }

    /// <summary>Told of every resource before it is created.</summary>
    public required IResourceRegister Register { get; init; }

    /// <summary>Folder on the disk under measurement, by the operator's choice; only probes of the worker's own disk ask.</summary>
    public string DiskDirectory
    {
        get => field ?? throw new InvalidOperationException("The probe works on a disk, but its scope names no folder.");
        init;
    }

    /// <summary>Name of the dataset that the point reads and the prepare stage makes; null where a point makes its own data.</summary>
    public string? DatasetName { get; init; }

    /// <summary>Name of what this attempt at the point creates; null in the prepare stage, which measures no point.</summary>
    public string? PointName { get; init; }

    /// <summary>What the keys of this attempt's own rows begin with in a table that it shares with other points; null in the prepare stage.</summary>
    public string? PointMark { get; init; }

    /// <summary>
    /// False for a member of a gang that finds the point's own resources made: the first member makes and fills them, under the same names, before any client starts.
    /// </summary>
    public bool MakesResources { get; init; } = true;

    /// <summary>From which all content is made: the prepare and the measure stage of a run must be told the same.</summary>
    public required int Seed { get; init; }

    internal PeerAccess PeerAccess => Peer ?? throw new InvalidOperationException("The probe talks to a peer, but its scope names none.");

    internal string Dataset => DatasetName ?? throw new InvalidOperationException("The probe works on a dataset, but its scope names none.");

    internal string Point => PointName ?? throw new InvalidOperationException("The probe measures a point, but its scope names none.");

    internal string Mark => PointMark ?? throw new InvalidOperationException("The probe adds rows to a dataset, but its scope has no mark for them.");

    internal string WarmUp => ResourceNames.ForWarmUp(Point);
}
