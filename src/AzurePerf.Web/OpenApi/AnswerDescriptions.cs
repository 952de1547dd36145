using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace AzurePerf.Web.OpenApi;

/// <summary>Writes beside each member of an answer what the comment of its type says about it. What bodies are made of has its descriptions
/// already.</summary>
internal sealed class AnswerDescriptions : IOpenApiDocumentTransformer
{
    /// <summary>The floors of the core, from the lowest.</summary>
    private static readonly Assembly[] Assemblies =
        [typeof(ApiJson).Assembly, typeof(ExperimentDefinition).Assembly, typeof(RunSpec).Assembly, typeof(RunResponse).Assembly];

    private static readonly ILookup<string, Type> Types = Assemblies.SelectMany(assembly => assembly.GetTypes())
        .Where(type => type.IsPublic).ToLookup(type => type.Name);

    public Task TransformAsync(OpenApiDocument document, OpenApiDocumentTransformerContext context, CancellationToken cancellationToken)
    {
        var comments = XmlComments.Of(Assemblies);
        foreach (var (name, schema) in document.Components?.Schemas ?? new Dictionary<string, IOpenApiSchema>())
        {
            if (schema is OpenApiSchema own && Types[name].SingleOrDefault() is { } type)
            {
                Describe(own, type, comments);
            }
        }

        return Task.CompletedTask;
    }

    private static void Describe(OpenApiSchema schema, Type type, XmlComments comments)
    {
        // That a member may be null is said where it stands; the words of its type are the same everywhere.
        if (schema.Enum is { } words)
        {
            schema.Enum = [.. words.Where(word => word is not null && !JsonNullSentinel.IsJsonNullSentinel(word))];
        }

        schema.Description ??= type.IsEnum ? WordsOf(type, comments) : comments.OfType(type);
        foreach (var property in type.GetProperties())
        {
            if (schema.Properties?.TryGetValue(NameOf(property), out var member) == true && comments.OfProperty(property) is { } text)
            {
                // A reference shows the description of what it leads to unless it has its own.
                member.Description = member is OpenApiSchema { Description: { } own } ? own : text;
            }
        }
    }

    private static string NameOf(PropertyInfo property) =>
        property.GetCustomAttribute<JsonPropertyNameAttribute>()?.Name ?? JsonNamingPolicy.CamelCase.ConvertName(property.Name);

    /// <summary>"completed: every task is done. failed: ..."; words that no comment explains are left to say it themselves.</summary>
    private static string? WordsOf(Type type, XmlComments comments)
    {
        var words = from word in Enum.GetNames(type)
                    let meaning = comments.OfWord(type, word)
                    where meaning is not null
                    select $"{JsonNamingPolicy.CamelCase.ConvertName(word)}: {meaning}";
        return string.Join(' ', new[] { comments.OfType(type) }.Concat(words).Where(text => text is not null)) is { Length: > 0 } text
            ? text
            : null;
    }
}
