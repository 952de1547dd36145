using AzurePerf.Core.Access;

namespace AzurePerf.Core.Api;

/// <summary>A page of the audit, newest first.</summary>
/// <param name="Entries">What happened.</param>
/// <param name="Next">Query parameter <c>before</c> of the next page; null on the last.</param>
public sealed record AuditResponse(IReadOnlyList<AuditEntry> Entries, string? Next);
