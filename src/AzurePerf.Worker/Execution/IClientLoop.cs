namespace AzurePerf.Worker.Execution;

/// <summary>How one shape of probe is driven: from operation to operation, through all phases of a client.</summary>
internal interface IClientLoop
{
    /// <summary>The memory that a client of this shape records into.</summary>
    ClientRecorder CreateRecorder();

    /// <summary>Completes when the client has ended its last phase. A failed operation is data; the task fails only if the harness
    /// does.</summary>
    Task RunAsync(IReadOnlyList<ClientPhase> phases);
}
