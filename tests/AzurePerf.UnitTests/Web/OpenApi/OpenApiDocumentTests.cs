using System.Globalization;
using System.Reflection;
using System.Text.Json.Nodes;
using AzurePerf.UnitTests.Docs;
using AzurePerf.Web.Images;
using AzurePerf.Web.OpenApi;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.OpenApi;
using Xunit;

namespace AzurePerf.UnitTests.Web.OpenApi;

public sealed class OpenApiDocumentTests : IAsyncDisposable
{
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task The_kept_document_is_that_of_the_routes()
    {
        var path = RepositoryFolder.PathOf("docs/openapi.json");
        var made = await MakeAsync();
        if (Environment.GetEnvironmentVariable("AZUREPERF_UPDATE_DOCS") == "1")
        {
            await File.WriteAllTextAsync(path, made, Cancelled);
            return;
        }

        Assert.True(await File.ReadAllTextAsync(path, Cancelled) == made, "docs/openapi.json is not what the routes say: set AZUREPERF_UPDATE_DOCS=1, run the test once and look at the difference");
    }

    [Fact]
    public async Task Every_operation_has_a_name_a_sentence_and_its_errors()
    {
        var operations = Operations(JsonNode.Parse(await MakeAsync())!).ToArray();

        Assert.NotEmpty(operations);
        Assert.All(operations, operation =>
        {
            Assert.Matches("^[a-z][A-Za-z]+$", operation.Value["operationId"]?.GetValue<string>() ?? operation.Key + " has no name");
            Assert.Matches(@"^[A-Z].+\.$", operation.Value["summary"]?.GetValue<string>() ?? operation.Key + " has no summary");
            Assert.NotNull(operation.Value["responses"]![ProblemTypes.StorageUnavailable.Status.ToString(CultureInfo.InvariantCulture)]);
            Assert.Equal("#/components/responses/414", operation.Value["responses"]!["414"]?["$ref"]?.GetValue<string>());
            Assert.Equal("#/components/responses/431", operation.Value["responses"]!["431"]?["$ref"]?.GetValue<string>());
            Assert.All(
                operation.Value["parameters"]?.AsArray() ?? [],
                parameter => Assert.True(parameter!["description"] is not null, $"{operation.Key}: {parameter["name"]} is not explained"));
        });
        Assert.Equal(operations.Length, operations.Select(operation => operation.Value["operationId"]!.GetValue<string>()).Distinct().Count());
    }

    [Theory]
    [InlineData("/api/v1/runs/{id}/points", "after", "point")]
    [InlineData("/api/v1/runs/{id}/points", "limit", "1 to 2,000")]
    [InlineData("/api/v1/runs/{id}/events", "limit", "1 to 1,000")]
    [InlineData("/api/v1/runs/{id}/export", "format", "junit")]
    [InlineData("/api/v1/trends", "after", "run")]
    [InlineData("/api/v1/trends", "limit", "1 to 1,000")]
    [InlineData("/api/v1/trends/export", "format", "html or md.")]
    [InlineData("/api/v1/compare/export", "format", "html or md.")]
    [InlineData("/api/v1/compare", "across", "drift")]
    [InlineData("/api/v1/audit", "limit", "1 to 200")]
    public async Task A_parameter_is_explained_as_its_own_operation_takes_it(string path, string name, string said)
    {
        var parameters = JsonNode.Parse(await MakeAsync())!["paths"]![path]!["get"]!["parameters"]!.AsArray();

        var meaning = parameters.Single(one => one!["name"]!.GetValue<string>() == name)!["description"]!.GetValue<string>();
        Assert.True(meaning == said || (!said.EndsWith('.') && meaning.Contains(said, StringComparison.Ordinal)), meaning);
    }

    [Fact]
    public async Task Every_member_of_every_answer_is_explained()
    {
        var schemas = JsonNode.Parse(await MakeAsync())!["components"]!["schemas"]!.AsObject();

        var silent = from schema in schemas
                     from member in schema.Value!["properties"]?.AsObject() ?? []
                     where member.Value!["description"] is null
                     select $"{schema.Key}.{member.Key}";

        Assert.InRange(schemas.Count, 100, 1_000);
        Assert.Equal([], silent);
    }

    [Fact]
    public async Task An_operation_with_an_id_in_its_path_may_find_nothing() => Assert.All(
        Operations(JsonNode.Parse(await MakeAsync())!).Where(operation => operation.Key.Contains("{id}", StringComparison.Ordinal)),
        operation => Assert.NotNull(operation.Value["responses"]!["404"]));

    [Fact]
    public async Task An_operation_that_answers_with_a_tag_may_answer_that_nothing_changed()
    {
        var tagged = _web.Services.GetServices<EndpointDataSource>().SelectMany(source => source.Endpoints)
            .Where(route => route.Metadata.GetMetadata<MethodInfo>()?.ReturnType.ToString() is { } answer
                && (answer.Contains(nameof(ProductDownload), StringComparison.Ordinal) || answer.Contains("TaggedJson", StringComparison.Ordinal)))
            .Select(route => route.Metadata.GetMetadata<IEndpointNameMetadata>()?.EndpointName).OfType<string>().ToArray();
        var unchanged = Operations(JsonNode.Parse(await MakeAsync())!).Where(operation => operation.Value["responses"]!["304"] is not null)
            .Select(operation => operation.Value["operationId"]!.GetValue<string>()).ToArray();

        Assert.InRange(tagged.Length, 10, 100);
        Assert.Equal([], tagged.Except(unchanged));
    }

    [Fact]
    public async Task Every_answer_with_content_has_its_media_type() => Assert.All(
        Operations(JsonNode.Parse(await MakeAsync())!).SelectMany(operation => operation.Value["responses"]!.AsObject()
            .Where(answer => answer.Key is "200" or "201" or "202" or "206"), (operation, answer) => (operation.Key, Content: answer.Value!["content"])),
        answer => Assert.True(answer.Content?.AsObject().Count > 0, answer.Key));

    [Theory]
    [InlineData("/api/v1/runs/{id}/events", "200", "application/json text/event-stream")]
    [InlineData("/api/v1/runs/{id}/charts/{chart}.svg", "200", "image/svg+xml")]
    [InlineData("/api/v1/runs/{id}/images/manifest.json", "206", "application/json")]
    public async Task What_an_operation_may_answer_with_is_named(string path, string status, string types)
    {
        var content = JsonNode.Parse(await MakeAsync())!["paths"]![path]!["get"]!["responses"]![status]!["content"]!.AsObject();

        Assert.Equal(types, string.Join(' ', content.Select(type => type.Key).Order(StringComparer.Ordinal)));
    }

    [Fact]
    public async Task The_document_is_served_as_it_is_kept()
    {
        var served = await _web.Client.GetStringAsync("/api/v1/openapi.json", Cancelled);

        Assert.Equal(await File.ReadAllTextAsync(RepositoryFolder.PathOf("docs/openapi.json"), Cancelled), served);
        Assert.StartsWith("3.1", JsonNode.Parse(served)!["openapi"]!.GetValue<string>(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task People_find_every_operation_on_a_page_without_inline_or_foreign_scripts()
    {
        var page = await _web.Client.GetStringAsync("/api", Cancelled);

        Assert.All(DescribedOperation.ReadAll(OpenApiFile.Read()).SelectMany(noun => noun), operation =>
            Assert.Contains($"<summary><code>{operation.Method} {operation.Path}</code> ", page, StringComparison.Ordinal));
        Assert.DoesNotMatch("<script(?![^>]* src=\"/assets/)", page);
    }

    private static IEnumerable<KeyValuePair<string, JsonNode>> Operations(JsonNode document) =>
        from path in document["paths"]!.AsObject()
        from operation in path.Value!.AsObject()
        select KeyValuePair.Create($"{operation.Key} {path.Key}", operation.Value!);

    private async Task<string> MakeAsync()
    {
        var document = await _web.Services.GetRequiredKeyedService<IOpenApiDocumentProvider>(OpenApiSetup.Version).GetOpenApiDocumentAsync(Cancelled);
        return (await document.SerializeAsJsonAsync(OpenApiSpecVersion.OpenApi3_1, Cancelled)).ReplaceLineEndings("\n") + "\n";
    }
}
