namespace AzurePerf.Storage.Rights;

/// <summary>What one host does with one part of the control account.</summary>
public sealed record ControlRight(ControlHost Host, ControlPart Part, params IReadOnlyList<ControlOperation> Operations)
{
    /// <summary>The role that allows all of it and no more than it must.</summary>
    public ControlRole Role => ControlRole.For(Operations);
}
