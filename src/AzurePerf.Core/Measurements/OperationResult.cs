namespace AzurePerf.Core.Measurements;

/// <summary>What a probe reports of one successful operation; a failed one throws.</summary>
/// <param name="Bytes">Payload bytes moved, without protocol overhead.</param>
/// <param name="WireRequests">Requests that really went over the wire for it.</param>
/// <param name="ContinuationRequests">Those of them that the service itself asked for by a continuation: planned, though only the answers
/// tell how many.</param>
public readonly record struct OperationResult(long Bytes, int WireRequests, int ContinuationRequests = 0);
