namespace AzurePerf.Simulation.ModelCheck.Worlds;

/// <summary>The run's exclusivity keys.</summary>
internal enum KeyState : byte
{
    Free,

    Held,

    /// <summary>Taken by a TaskManager that did not know that the run had long begun: the sweep gives them back.</summary>
    Stray,
}
