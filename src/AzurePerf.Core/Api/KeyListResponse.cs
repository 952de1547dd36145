namespace AzurePerf.Core.Api;

/// <summary>All keys, by name and from old to new, the revoked ones included.</summary>
/// <param name="Keys">The keys.</param>
/// <param name="Faults">What is wrong with rows that cannot be read.</param>
public sealed record KeyListResponse(IReadOnlyList<KeyResponse> Keys, IReadOnlyList<string> Faults);
