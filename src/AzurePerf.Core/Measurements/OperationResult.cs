namespace AzurePerf.Core.Measurements;

/// <summary>What a probe reports of one successful operation; a failed one throws.</summary>
/// <param name="Bytes">Payload bytes moved, without protocol overhead.</param>
/// <param name="WireRequests">Requests that really went over the wire for it.</param>
public readonly record struct OperationResult(long Bytes, int WireRequests);
