using System.Text;
using System.Text.Json.Nodes;
using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Web.Access;
using AzurePerf.Web.OpenApi;
using AzurePerf.Web.Routes;
using Xunit;

namespace AzurePerf.UnitTests.Web.OpenApi;

/// <summary>The kept document compared with what the host does.</summary>
public sealed class RequestSchemaTests : IAsyncDisposable
{
    private static readonly JsonNode Document = JsonNode.Parse(OpenApiFile.Read().Span)!;
    private readonly KeyedWeb _keyed = KeyedWeb.Shared(("Access:SubmitsPerMinute", "0"), ("Access:ReadsPerMinute", "0"));

    private static IEnumerable<(string Method, string Path, JsonNode Operation)> Operations =>
        from path in Document["paths"]!.AsObject()
        from operation in path.Value!.AsObject()
        select (operation.Key.ToUpperInvariant(), path.Key, operation.Value!);

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Theory]
    [InlineData(RequestSchemas.Run, "/api/v1/runs", "known are ")]
    [InlineData(RequestSchemas.Schedule, "/api/v1/schedules", "known are ")]
    [InlineData(RequestSchemas.View, "/api/v1/views", "known are ")]
    [InlineData(RequestSchemas.Share, "/api/v1/shares", "known are ")]
    [InlineData(RequestSchemas.Key, "/api/v1/keys", "a key has ")]
    public async Task A_schema_has_the_members_that_its_reader_knows(string schema, string address, string beforeList)
    {
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);

        var problem = await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Post, address, admin, """{"unknown": 1}"""));

        var message = problem.GetProperty("errors").GetProperty("unknown")[0].GetString()!;
        var known = message[(message.IndexOf(beforeList, StringComparison.Ordinal) + beforeList.Length)..].Split(", ");
        Assert.Equal(known.Order(StringComparer.Ordinal), Schema(schema)["properties"]!.AsObject().Select(member => member.Key).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Every_bound_of_every_parameter_is_the_one_that_the_reader_keeps()
    {
        var bounds = 0;
        foreach (var (name, schema) in Document["components"]!["schemas"]!.AsObject().Where(schema => schema.Key.StartsWith("Parameters.", StringComparison.Ordinal)))
        {
            foreach (var (parameter, described) in schema!["properties"]!.AsObject())
            {
                var value = described!["anyOf"]?[0] ?? described;
                var experiment = name["Parameters.".Length..];
                foreach (var (bound, step) in new[] { ("minimum", -1), ("maximum", 1) })
                {
                    if (value[bound] is not { } limit)
                    {
                        continue;
                    }

                    bounds++;
                    var at = limit.GetValue<decimal>();
                    Assert.False(IsOutOfRange(experiment, parameter, at), $"{experiment}: {parameter} = {at} is refused although it is the {bound}");
                    Assert.True(IsOutOfRange(experiment, parameter, at + step), $"{experiment}: {parameter} = {at + step} is taken although the {bound} is {at}");
                }
            }
        }

        Assert.True(bounds > 100, $"only {bounds} bounds were looked at");
    }

    [Theory]
    [InlineData("workers")]
    [InlineData("repetitions")]
    [InlineData("repeatEverySeconds")]
    [InlineData("seed")]
    public void The_bounds_of_a_run_are_those_that_the_reader_keeps(string member)
    {
        var schema = Schema(RequestSchemas.Run)["properties"]![member]!;
        var most = schema["maximum"]!.GetValue<long>();
        var least = schema["minimum"]!.GetValue<long>();

        // A series may have more repetitions, and only one may be as long as its interval.
        Assert.False(IsRefused(least), "the least");
        Assert.False(IsRefused(most), "the most");
        Assert.True(IsRefused(least - 1), "less");
        Assert.True(IsRefused(most + 1), "more");

        bool IsRefused(long value)
        {
            var request = new JsonObject { ["experiment"] = "queue.add", ["repeatEverySeconds"] = 60, ["parameters"] = new JsonObject { ["clients"] = 100 }, [member] = value };
            return Read(request).Any(fault => fault.Path == member && fault.Message.StartsWith("must be a whole number from", StringComparison.Ordinal));
        }
    }

    [Theory]
    [InlineData("compute.fft", "local", 1, "local for compute.* and disk.*")]
    [InlineData("tcp.rtt", "peer", 2, "peer for tcp.* and rpc.*")]
    [InlineData("sql.single", "database", 1, "the only one of its kind")]
    [InlineData("queue.add", "default", 1, "else default")]
    public void What_a_run_takes_that_names_neither_target_nor_workers_is_said(string experiment, string target, int workers, string said)
    {
        var reading = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default", "west", "sql:database"), new SeededIdSource(1))
            .Read(Encoding.UTF8.GetBytes($$"""{"experiment": "{{experiment}}"}"""));
        var members = Schema(RequestSchemas.Run)["properties"]!;

        Assert.Equal((target, workers), (reading.Spec!.Target, reading.Spec.Workers));
        Assert.Contains(said, members["target"]!["description"]!.GetValue<string>(), StringComparison.Ordinal);
        Assert.Contains($"{workers}", members["workers"]!["description"]!.GetValue<string>(), StringComparison.Ordinal);
    }

    [Fact]
    public void Whatever_a_clone_may_take_away_may_be_null()
    {
        var changes = Schema(RequestSchemas.RunChanges)["properties"]!.AsObject();

        Assert.Equal(["experiment"], changes.Where(member => member.Value!["anyOf"]?.AsArray().Any(kind => kind!["type"]?.ToString() == "null") != true).Select(member => member.Key));
        Assert.All(["parameters", "tags"], member =>
            Assert.Contains("null", changes[member]!["anyOf"]![0]!["additionalProperties"]!["type"]!.AsArray().Select(type => type!.GetValue<string>())));
    }

    [Fact]
    public void As_many_tags_may_be_removed_as_set() =>
        Assert.Equal(2 * SpecLimits.Tags, Schema(RequestSchemas.NoteChange)["properties"]!["tags"]!["maxProperties"]!.GetValue<int>());

    [Fact]
    public async Task Every_body_that_stands_for_an_example_is_taken_with_the_headers_that_the_document_asks_for()
    {
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);
        foreach (var (method, path, operation) in Operations.Where(one => one.Operation["requestBody"]?["content"]!["application/json"] is not null))
        {
            var content = operation["requestBody"]!["content"]!["application/json"]!;
            var schema = Schema(content["schema"]!["$ref"]!.GetValue<string>().Split('/')[^1]);
            var example = content["example"]!.AsObject();
            Assert.Subset(schema["properties"]!.AsObject().Select(member => member.Key).ToHashSet(), example.Select(member => member.Key).ToHashSet());
            Assert.Superset((schema["required"]?.AsArray() ?? []).Select(name => name!.GetValue<string>()).ToHashSet(), example.Select(member => member.Key).ToHashSet());

            var headers = (operation["parameters"]?.AsArray() ?? []).Where(one => one!["in"]!.GetValue<string>() == "header" && one["required"]?.GetValue<bool>() == true);
            var run = await _keyed.SubmitAsync(admin);
            var answer = await _keyed.SendAsync(
                new(method), path.Replace("{id}", run, StringComparison.Ordinal).Replace("{pool}", "bag", StringComparison.Ordinal), admin,
                example.ToJsonString().Replace("4x2kabcdefghij234567", run, StringComparison.Ordinal), [.. headers.Select(one => (one!["name"]!.GetValue<string>(), "*"))]);

            Assert.True((int)answer.StatusCode is < 400 or 409, $"{method} {path}: {(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)}");
        }
    }

    [Fact]
    public async Task The_scope_of_every_operation_is_the_one_that_the_host_asks_for_and_every_answer_is_described()
    {
        var keys = new Dictionary<AccessScope, string>();
        foreach (var scope in Enum.GetValues<AccessScope>())
        {
            keys[scope] = (await _keyed.NewKeyAsync($"{scope}".ToLowerInvariant(), scope)).Text;
        }

        foreach (var (method, path, operation) in Operations)
        {
            var address = path.Replace("{id}", "aaaaaaaaaaaaaaaaaaaa", StringComparison.Ordinal).Replace("{number}", "1", StringComparison.Ordinal)
                .Replace("{pool}", "nowhere", StringComparison.Ordinal).Replace("{chart}", "none", StringComparison.Ordinal);
            var needed = Enum.Parse<AccessScope>(operation["security"]![0]!["key"]![0]!.GetValue<string>(), ignoreCase: true);
            Assert.Equal(401, await StatusAsync(method, address, null, operation));
            foreach (var (scope, key) in keys)
            {
                Assert.True((await StatusAsync(method, address, key, operation) == 403) == scope < needed, $"{method} {path} with {scope}, although it needs {needed}");
            }
        }
    }

    private static JsonNode Schema(string name) => Document["components"]!["schemas"]![name]!;

    private static IReadOnlyList<SpecFault> Read(JsonObject request) =>
        new RunSpecReader(Shipped.Experiments, Shipped.Targets("default", "sql:database"), new SeededIdSource(1)).Read(Encoding.UTF8.GetBytes(request.ToJsonString())).Faults;

    private static bool IsOutOfRange(string experiment, string parameter, decimal value) =>
        Read(new() { ["experiment"] = experiment, ["parameters"] = new JsonObject { [parameter] = value } })
            .Any(fault => fault.Path == "parameters." + parameter && fault.Message.Contains(" from ", StringComparison.Ordinal));

    private async Task<int> StatusAsync(string method, string address, string? key, JsonNode operation)
    {
        var answer = await _keyed.SendAsync(new(method), address, key, operation["requestBody"] is null ? null : "{");
        var status = (int)answer.StatusCode;
        Assert.True(operation["responses"]!.AsObject().ContainsKey($"{status}"), $"{method} {address} answers {status}, which the document does not have");
        if (status >= 400)
        {
            var type = (await WebUnderTest.JsonOf(answer)).GetProperty("type").GetString()!;
            var described = operation["responses"]![$"{status}"]!["$ref"]!.GetValue<string>().Split('/')[^1];
            Assert.Contains($"({type})", Document["components"]!["responses"]![described]!["description"]!.GetValue<string>(), StringComparison.Ordinal);
        }

        return status;
    }
}
