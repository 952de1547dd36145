using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets;

namespace AzurePerf.Probes;

/// <summary>What a probe is told besides its options: where it works and what its objects are called.</summary>
public sealed record ProbeScope
{
    /// <summary>Where the probe works. The probe does not dispose it.</summary>
    public required IOpenTarget Target { get; init; }

    /// <summary>Told of every resource before it is created.</summary>
    public required IResourceRegister Register { get; init; }

    /// <summary>Name of the dataset that the point reads and the prepare stage makes; null where a point makes its own data.</summary>
    public string? DatasetName { get; init; }

    /// <summary>Name of what this attempt at the point creates; null in the prepare stage, which measures no point.</summary>
    public string? PointName { get; init; }

    /// <summary>What the keys of this attempt's own rows begin with in a table that it shares with other points; null in the prepare
    /// stage.</summary>
    public string? PointMark { get; init; }

    /// <summary>
    /// False for a member of a gang that finds the point's own resources made: the first member makes and fills them, under the same names,
    /// before any client starts.
    /// </summary>
    public bool MakesResources { get; init; } = true;

    /// <summary>Of the point's simulated clients, how many run here; null for all of them.</summary>
    public int? OwnClients { get; init; }

    /// <summary>From which all content is made: the prepare and the measure stage of a run must be told the same.</summary>
    public required int Seed { get; init; }

    /// <summary>The target as probes of its kind know it.</summary>
    /// <exception cref="InvalidOperationException">It is of another kind.</exception>
    public T Opened<T>()
        where T : class, IOpenTarget =>
            Target as T
                ?? throw new InvalidOperationException($"The probe works on {typeof(T).Name}, but its scope has {Target.GetType().Name}.");

    internal string Dataset =>
        DatasetName ?? throw new InvalidOperationException("The probe works on a dataset, but its scope names none.");

    internal string Point => PointName ?? throw new InvalidOperationException("The probe measures a point, but its scope names none.");

    internal string Mark =>
        PointMark ?? throw new InvalidOperationException("The probe adds rows to a dataset, but its scope has no mark for them.");

    internal string WarmUp => ResourceNames.ForWarmUp(Point);
}
