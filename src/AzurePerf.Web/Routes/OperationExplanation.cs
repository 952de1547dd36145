using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Mvc;

namespace AzurePerf.Web.Routes;

/// <summary>How routes are described.</summary>
internal static class OperationExplanation
{
    /// <summary>Names an operation and says what it does.</summary>
    /// <param name="route">The operation.</param>
    /// <param name="name">Its operationId: a verb and a noun, unique, for programs that are generated from the document.</param>
    /// <param name="summary">One sentence.</param>
    /// <param name="problems">Errors that it answers, but for those that any operation may.</param>
    public static RouteHandlerBuilder Explain(
        this RouteHandlerBuilder route, string name, string summary, params IReadOnlyList<ProblemType> problems) =>
        route.WithName(name).WithSummary(summary).WithMetadata(new OperationNotes(problems));

    /// <summary>Says what body an operation takes.</summary>
    /// <param name="route">The operation.</param>
    /// <param name="schema">Name of its schema in <see cref="RequestSchemas"/>.</param>
    /// <param name="example">A body that is accepted.</param>
    /// <param name="required">False where it may be left out.</param>
    public static RouteHandlerBuilder TakesBody(this RouteHandlerBuilder route, string schema, string example, bool required = true) =>
        route.WithMetadata(new OperationBody(schema, example, required));

    /// <summary>Says that an operation takes a file.</summary>
    /// <param name="route">The operation.</param>
    /// <param name="contentType">Of the file.</param>
    /// <param name="mostBytes">A longer body is refused.</param>
    /// <param name="description">One sentence.</param>
    public static RouteHandlerBuilder TakesFile(this RouteHandlerBuilder route, string contentType, int mostBytes, string description) =>
        route.WithMetadata(new OperationFile(contentType, description), new RequestSizeLimitAttribute(mostBytes));

    /// <summary>Says that an operation answers with something other than a document of ours.</summary>
    /// <param name="route">The operation.</param>
    /// <param name="contentTypes">Of what it may answer with.</param>
    public static RouteHandlerBuilder GivesFile(this RouteHandlerBuilder route, params string[] contentTypes) =>
        route.WithMetadata(new OperationAnswerFile(contentTypes));
}

/// <summary>The files that an operation may answer with.</summary>
/// <param name="ContentTypes">Their media types.</param>
internal sealed record OperationAnswerFile(IReadOnlyList<string> ContentTypes);

/// <summary>The JSON that an operation takes; its reader checks it member by member.</summary>
/// <param name="Schema">Name of its schema in <see cref="RequestSchemas"/>.</param>
/// <param name="Example">A body that is accepted.</param>
/// <param name="Required">False where it may be left out.</param>
internal sealed record OperationBody(string Schema, string Example, bool Required);

/// <summary>The file that an operation takes as its body.</summary>
/// <param name="ContentType">Its media type.</param>
/// <param name="Description">One sentence.</param>
internal sealed record OperationFile(string ContentType, string Description);

/// <summary>What the description of an operation says beside what its handler shows.</summary>
/// <param name="Problems">Errors that it answers, but for those that any operation may.</param>
internal sealed record OperationNotes(IReadOnlyList<ProblemType> Problems);
