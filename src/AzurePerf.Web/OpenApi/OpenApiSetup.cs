using AzurePerf.Web.Documents;
using AzurePerf.Web.Routes;
using Microsoft.OpenApi;

namespace AzurePerf.Web.OpenApi;

/// <summary>The OpenAPI document: made from the routes, kept as docs/openapi.json, and served as it is kept.</summary>
internal static class OpenApiSetup
{
    /// <summary>Name of the document, which is the version of the API.</summary>
    public const string Version = "v1";

    public static void AddApiDescription(this IServiceCollection services) => services.AddOpenApi(Version, description =>
    {
        description.OpenApiVersion = OpenApiSpecVersion.OpenApi3_1;
        description.ShouldInclude = operation => operation.RelativePath?.StartsWith("api/v1/", StringComparison.Ordinal) == true;
        description.AddOperationTransformer<OperationTransformer>();
        description.AddSchemaTransformer((schema, _, _) =>
        {
            WriteNumbersAsNumbers(schema);
            return Task.CompletedTask;
        });
        description.AddDocumentTransformer(new AnswerDescriptions());
        description.AddDocumentTransformer((document, _, _) =>
        {
            document.Info = new()
            {
                Title = "AzurePerf",
                Version = Version,
                Description =
                    "Measures clouds and keeps the results. Every error that AzurePerf answers is an application/problem+json document "
                        + "whose type is stable; docs/api.md explains the interface in words.",
                License = new() { Name = "MIT", Identifier = "MIT" },
            };
            document.Servers = [];
            SecuritySchemes.AddTo(document);
            return Task.CompletedTask;
        });
    });

    /// <summary>Readers of the framework would take them as text too; nothing here ever answers one so, and no body is read by
    /// them.</summary>
    private static void WriteNumbersAsNumbers(OpenApiSchema schema)
    {
        if (schema.Type is { } type && (type & JsonSchemaType.String) != 0
            && (type & (JsonSchemaType.Integer | JsonSchemaType.Number)) != 0)
        {
            schema.Type = type & ~JsonSchemaType.String;
            schema.Pattern = null;
        }
    }

    public static void MapApiDescription(this IEndpointRouteBuilder api)
    {
        var document = OpenApiFile.Read();
        api.MapGet("/openapi.json", () => new TaggedJson<object>(document))
            .Explain("getOpenApiDocument", "This document.");
    }
}
