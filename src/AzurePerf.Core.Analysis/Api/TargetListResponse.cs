namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/targets</c>: those of the operator by name, then those that nobody configures.</summary>
/// <param name="Targets">What a run may measure.</param>
public sealed record TargetListResponse(IReadOnlyList<TargetResponse> Targets);

/// <summary>Something that a run may measure. What opens it is the workers' business and in no answer.</summary>
/// <param name="Name">As in a run request.</param>
/// <param name="Kind">What it is: account, machine, peer, sql, or the kind of a plug-in.</param>
public sealed record TargetResponse(string Name, string Kind);
