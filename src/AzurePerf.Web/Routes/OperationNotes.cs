using AzurePerf.Web.Problems;

namespace AzurePerf.Web.Routes;

/// <summary>What the description of an operation says beside what its handler shows.</summary>
/// <param name="Problems">Errors that it answers, but for those that any operation may.</param>
internal sealed record OperationNotes(IReadOnlyList<ProblemType> Problems);
