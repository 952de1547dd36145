namespace AzurePerf.Core.Probes;

/// <summary>
/// Keeps what a run makes in a target, written before it is made, so that it can be removed after a failure, a cancel or a killed process
/// too.
/// </summary>
public interface IResourceRegister
{
    /// <summary>Returns when the entry is stored; only then may the resource be created. Registering the same name again is
    /// harmless.</summary>
    /// <param name="resource">One word for what it is, by which the target's kind finds how to remove it.</param>
    /// <param name="name">Its name, one per run.</param>
    /// <param name="cancellationToken">Stops it.</param>
    Task RegisterAsync(string resource, string name, CancellationToken cancellationToken);
}
