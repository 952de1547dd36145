namespace AzurePerf.Web.OpenApi;

/// <summary>The JSON that an operation takes; its reader checks it member by member.</summary>
/// <param name="Example">A body that is accepted.</param>
/// <param name="Required">False where it may be left out.</param>
internal sealed record OperationBody(string Example, bool Required);
