using AzurePerf.Core.Measurements;

namespace AzurePerf.Probes.Targets;

/// <summary>A target while one task works on it; disposed after the task, with every connection. What probes of the kind need, its class has.</summary>
public interface IOpenTarget : IDisposable
{
    /// <summary>The requests to it; null where none are made, or nobody counts them.</summary>
    ITargetTraffic? Traffic => null;

    /// <summary>Settings of the measured clients, which are all alike; null where they have none. Asked only where there is at least one client.</summary>
    ClientSettings? ClientSettings => null;

    /// <summary>What the point is flagged with; read after its last operation.</summary>
    IReadOnlyList<PointFlag> Flags => [];

    /// <summary>False where no point leaves anything that must be taken out of the target.</summary>
    bool KeepsResources => true;

    /// <summary>Returns when the target has answered once, with sign-in: a failure names its cause at once.</summary>
    Task CheckAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Removes what a run registered, with everything in it. Repeatable: what is gone, or going, is removed.</summary>
    /// <param name="resource">The word for what it is, which the probes of the kind registered it by.</param>
    /// <param name="name">Its name.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="NotSupportedException">Targets of the kind keep no such resources.</exception>
    Task RemoveAsync(string resource, string name, CancellationToken cancellationToken) =>
        throw new NotSupportedException($"the target keeps no resources, but a {resource} was registered: {name}");
}
