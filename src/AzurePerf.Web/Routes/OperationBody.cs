namespace AzurePerf.Web.Routes;

/// <summary>The JSON that an operation takes; its reader checks it member by member.</summary>
/// <param name="Schema">Name of its schema in <see cref="RequestSchemas"/>.</param>
/// <param name="Example">A body that is accepted.</param>
/// <param name="Required">False where it may be left out.</param>
internal sealed record OperationBody(string Schema, string Example, bool Required);
