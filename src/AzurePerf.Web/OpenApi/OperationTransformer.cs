using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Core.Access;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using AzurePerf.Web.Runs.Events;
using Microsoft.AspNetCore.Mvc.ApiExplorer;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.Net.Http.Headers;
using Microsoft.OpenApi;

namespace AzurePerf.Web.OpenApi;

/// <summary>Completes one operation of the document: errors, body, headers, and what its path names.</summary>
internal sealed class OperationTransformer(ExperimentCatalogue experiments) : IOpenApiOperationTransformer
{
    private const string ProblemJson = "application/problem+json";

    private const string ProblemName = "Problem";

    /// <summary>What any operation may answer.</summary>
    private static readonly ProblemType[] OfAny =
    [
        ProblemTypes.ForeignHost, ProblemTypes.SignInNeeded, ProblemTypes.KeyRefused, ProblemTypes.NoRole, ProblemTypes.ScopeMissing,
        ProblemTypes.TooManyRequests, ProblemTypes.Internal, ProblemTypes.StorageUnavailable, ProblemTypes.SignInUnproven,
    ];

    /// <summary>What the server refuses before the application sees it, with an empty body.</summary>
    private static readonly (int Status, string Meaning)[] OfServer =
    [
        (StatusCodes.Status414UriTooLong, "The first line of the request is longer than 8 KiB. Without a body."),
        (StatusCodes.Status431RequestHeaderFieldsTooLarge,
            "The request has more than 100 headers, or they are longer than 32 KiB. Without a body."),
    ];

    private static readonly Dictionary<string, string> Meanings = new()
    {
        ["id"] = "Id: 20 characters of a-z and 2-7, or that of an experiment.",
        ["number"] = "Number of the point or task, from 1.",
        ["stage"] = "Name of a stage of the run; it may have hyphens in place of its blanks.",
        [EventsQuery.LastEventId] = "Sequence of the last event that a watcher has; wins over after.",
        ["baseline"] = "Id of the run that the candidate is compared with; left out, the marked baseline.",
        ["candidate"] = "Id of the run that is judged.",
        ["metric"] = "What is compared: any metric of the experiment, such as opsPerSecond or p95; its headline when left out.",
        ["margin"] = "Changes up to this share do not matter; 0 to 1.",
        ["runs"] = "Ids of 2 to 8 runs of one experiment, the baseline first; separated by commas.",
        ["across"] = $"What may differ: {string.Join(", ", ComparisonAspects.Words)}; separated by commas.",
        ["pool"] = "measure or bag.",
        ["chart"] = "Id of the chart, as in the list of charts.",
        ["configuration"] = "Number of the configuration that charts over time show.",
        ["before"] = "next of the page before.",
        ["days"] = "How many days back, 1 to 90.",
        ["key"] = "Key of a product, as the manifest has it.",
        ["name"] = "Name of the file, as the list of images has it.",
        ["hash"] = "Hash of a program: 64 digits of 0-9 and a-f. For reading, its first 8 or more are enough where they name one.",
        ["day"] = "Day (UTC), such as 2024-01-25.",
        ["part"] = "Another file of it: item (STAC); of a period also days (how many each value rests on) and daysItem.",
        ["periods"] = "true to have the images of the periods in it as well.",
    };

    public Task TransformAsync(OpenApiOperation operation, OpenApiOperationTransformerContext context, CancellationToken cancellationToken)
    {
        var metadata = context.Description.ActionDescriptor.EndpointMetadata;
        operation.Tags = new HashSet<OpenApiTagReference> { new(TagOf(context.Description.RelativePath!), context.Document) };
        foreach (var parameter in (operation.Parameters ?? []).OfType<OpenApiParameter>())
        {
            parameter.Description ??= Meanings.GetValueOrDefault(parameter.Name!);

            // An array may be left out of a query: it is empty then.
            parameter.Required &= parameter.Schema?.Items is null;
        }

        if (metadata.OfType<OperationBody>().LastOrDefault() is { } body)
        {
            operation.RequestBody = BodyOf(body, context.Document!);
        }

        if (metadata.OfType<OperationFile>().LastOrDefault() is { } file)
        {
            operation.RequestBody = BodyOf(file);
        }

        if (metadata.OfType<OperationAnswerFile>().LastOrDefault() is { } answer)
        {
            AddFiles(operation.Responses!, answer);
        }

        SecuritySchemes.Require(operation, AccessConventions.NeededFor([.. metadata], context.Description.HttpMethod!), context.Document!);

        var problems = metadata.OfType<OperationNotes>().LastOrDefault()?.Problems ?? [];
        if (problems.Contains(ProblemTypes.KeyReused))
        {
            (operation.Parameters ??= []).Add(KeyParameter());
        }

        if (problems.Contains(ProblemTypes.ConditionRequired))
        {
            (operation.Parameters ??= []).Add(ConditionParameter());
        }

        AddErrors(operation, [.. problems, .. OfMethod(context.Description, [.. metadata])], context.Document!);
        AddLocation(operation.Responses!);
        return Task.CompletedTask;
    }

    private static string TagOf(string path) => path.Split('/') is [_, _, var noun, ..] ? noun : "api";

    /// <summary>What follows from the method and from whose the run or schedule in the path may be.</summary>
    private static IEnumerable<ProblemType> OfMethod(ApiDescription route, IReadOnlyList<object> metadata)
    {
        if (!AccessConventions.ChangesSomething(route.HttpMethod!))
        {
            return [];
        }

        var isOwned = route.RelativePath!.Contains("{id}", StringComparison.Ordinal)
            && AccessConventions.NeededFor(metadata, route.HttpMethod!) == AccessScope.Submit
            && !metadata.OfType<AnyOwnerAttribute>().Any();
        ProblemType[] ofBody = metadata.OfType<OperationBody>().Any() ? [ProblemTypes.BodyTooLarge, ProblemTypes.NotJson] : [];
        return [ProblemTypes.CrossSite, .. isOwned ? [ProblemTypes.NotOwner] : Array.Empty<ProblemType>(), .. ofBody];
    }

    private static void AddLocation(OpenApiResponses responses)
    {
        foreach (var made in responses.Where(answer => answer.Key is "201" or "202").Select(answer => answer.Value)
            .OfType<OpenApiResponse>())
        {
            made.Headers = Header("Location", "Address of what was made or changed.");
        }
    }

    /// <summary>A whole file, and a part of one where parts can be asked for.</summary>
    private static void AddFiles(OpenApiResponses responses, OperationAnswerFile answer)
    {
        foreach (var file in responses.Where(one => one.Key is "200" or "206").Select(one => one.Value).OfType<OpenApiResponse>())
        {
            file.Content ??= new Dictionary<string, OpenApiMediaType>();
            foreach (var type in answer.ContentTypes)
            {
                file.Content.Add(type, new());
            }
        }
    }

    private OpenApiRequestBody BodyOf(OperationBody body, OpenApiDocument document) => new()
    {
        Required = body.Required,
        Content = new Dictionary<string, OpenApiMediaType>
        {
            ["application/json"] = new()
            {
                Schema = RequestSchemas.Add(document, experiments, body.Schema),
                Example = JsonNode.Parse(body.Example),
            },
        },
    };

    private static OpenApiRequestBody BodyOf(OperationFile file) => new()
    {
        Required = true,
        Content = new Dictionary<string, OpenApiMediaType>
        {
            [file.ContentType] = new()
            {
                Schema = new OpenApiSchema { Type = JsonSchemaType.String, Format = "binary", Description = file.Description },
            },
        },
    };

    private static OpenApiParameter KeyParameter() => new()
    {
        Name = IdempotencyKey.Header,
        In = ParameterLocation.Header,
        Description = "1 to 200 visible ASCII characters: the same key and body make one thing, however often they are sent.",
        Schema = new OpenApiSchema { Type = JsonSchemaType.String, MinLength = 1, MaxLength = 200 },
    };

    private static OpenApiParameter ConditionParameter() => new()
    {
        Name = HeaderNames.IfMatch,
        In = ParameterLocation.Header,
        Required = true,
        Description = "ETag of what the change is made to, as it was read; * for whatever is there.",
        Schema = new OpenApiSchema { Type = JsonSchemaType.String },
    };

    /// <summary>Several kinds of problem may share a status; each has its own type.</summary>
    private static void AddErrors(OpenApiOperation operation, IReadOnlyList<ProblemType> problems, OpenApiDocument document)
    {
        document.AddComponent(ProblemName, ProblemSchema());
        var responses = operation.Responses ??= [];
        foreach (var status in problems.Concat(OfAny).Distinct().GroupBy(problem => problem.Status).OrderBy(group => group.Key))
        {
            // The same errors are written once, however many operations answer them.
            var name = string.Create(
                CultureInfo.InvariantCulture, $"{status.Key}.{string.Join('.', status.Select(problem => problem.Name))}");
            document.AddComponent(name, ErrorOf([.. status], document));
            responses[status.Key.ToString(CultureInfo.InvariantCulture)] = new OpenApiResponseReference(name, document);
        }

        foreach (var (status, meaning) in OfServer)
        {
            var name = status.ToString(CultureInfo.InvariantCulture);
            document.AddComponent(name, new OpenApiResponse { Description = meaning });
            responses[name] = new OpenApiResponseReference(name, document);
        }
    }

    private static OpenApiResponse ErrorOf(IReadOnlyList<ProblemType> problems, OpenApiDocument document) => new()
    {
        Description = string.Join(" ", problems.Select(problem => $"{problem.Title} ({problem.Address}).")),
        Headers = problems[0].Status is StatusCodes.Status429TooManyRequests or StatusCodes.Status503ServiceUnavailable
            ? Header("Retry-After", "Seconds after which to ask again.")
            : null,
        Content = new Dictionary<string, OpenApiMediaType>
        {
            [ProblemJson] = new() { Schema = new OpenApiSchemaReference(ProblemName, document), Example = ExampleOf(problems[0]) },
        },
    };

    private static Dictionary<string, IOpenApiHeader> Header(string name, string meaning) =>
        new() { [name] = new OpenApiHeader { Description = meaning, Schema = new OpenApiSchema { Type = JsonSchemaType.String } } };

    private static OpenApiSchema ProblemSchema() => new()
    {
        Type = JsonSchemaType.Object,
        Properties = new Dictionary<string, IOpenApiSchema>
        {
            ["type"] = new OpenApiSchema
            {
                Type = JsonSchemaType.String,
                Description = "Stable address of the kind of error, on this host.",
            },
            ["title"] = new OpenApiSchema { Type = JsonSchemaType.String, Description = "The kind of error, in the same words each time." },
            ["status"] = new OpenApiSchema { Type = JsonSchemaType.Integer, Description = "The status of the answer." },
            ["detail"] = new OpenApiSchema { Type = JsonSchemaType.String, Description = "What happened this time." },
            ["traceId"] = new OpenApiSchema
            {
                Type = JsonSchemaType.String,
                Description = "What the log of the host has this request under.",
            },
            ["errors"] = new OpenApiSchema
            {
                Type = JsonSchemaType.Object,
                Description = "Messages by the path of the field, where single fields are wrong.",
                AdditionalProperties = new OpenApiSchema
                {
                    Type = JsonSchemaType.Array,
                    Items = new OpenApiSchema { Type = JsonSchemaType.String },
                },
            },
        },
    };

    private static JsonObject ExampleOf(ProblemType problem) =>
        new() { ["type"] = problem.Address, ["title"] = problem.Title, ["status"] = problem.Status, ["detail"] = problem.Remedy };
}
