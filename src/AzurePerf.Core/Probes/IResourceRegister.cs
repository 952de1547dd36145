namespace AzurePerf.Core.Probes;

/// <summary>
/// Keeps what a run makes in a target, written before it is made, so that it can be removed after a failure, a cancel or a killed process too.
/// </summary>
public interface IResourceRegister
{
    /// <summary>Returns when the entry is stored; only then may the resource be created. Registering the same name again is harmless.</summary>
    Task RegisterAsync(ResourceKind kind, string name, CancellationToken cancellationToken);
}
