namespace AzurePerf.Core.Measurements;

/// <summary>One operation, as measured. All instants are nanoseconds since the start of the measured window on the worker's monotonic
/// clock.</summary>
/// <param name="Client">The simulated client, from 0.</param>
/// <param name="IntendedStartNanoseconds">When the load model wanted it to start; equal to the start in a closed loop.</param>
/// <param name="StartNanoseconds">When it started.</param>
/// <param name="EndNanoseconds">When its last byte had been handled.</param>
/// <param name="Bytes">Payload bytes moved; of a failed operation 0, of a failed stream what it had moved until then.</param>
/// <param name="Outcome">How it ended.</param>
/// <param name="WireRequests">Requests sent for it; 0 where unknown because it failed.</param>
public readonly record struct Sample(
    int Client,
    long IntendedStartNanoseconds,
    long StartNanoseconds,
    long EndNanoseconds,
    long Bytes,
    OperationOutcome Outcome,
    int WireRequests);
