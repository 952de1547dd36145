using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class RunSpecReaderTests
{
    public static TheoryData<string, string> Presets =>
        [.. Shipped.Experiments.All.SelectMany(experiment => experiment.Presets, (experiment, preset) => (experiment.Id, preset.Name))];

    [Fact]
    public void Every_field_but_the_experiment_has_a_default()
    {
        var spec = SampleSpecs.Of("""{ "experiment": "blob.download" }""");

        Assert.Equal(("blob.download", "", "custom", "default", 1, 10, OnError.Continue), (spec.Experiment, spec.Name, spec.Scale, spec.Target, spec.Workers, spec.Repetitions, spec.OnError));
        Assert.Empty(spec.Tags);
        Assert.Equal(new SeededIdSource(7).NewSeed(), spec.Seed);
        Assert.Equal(Shipped.Experiments.Find("blob.download")!.Parameters.Select(parameter => parameter.Name), spec.Parameters.Select(value => value.Key));
        Assert.Equal("""{"sink":"none","blobBytes":[1073741824],"containers":[1],"clients":[1],"operationsPerClient":100,"bytesPerClient":0,"durationSeconds":0,"precisionPercent":0,"arrivals":"closed","operationsPerSecond":[0],"inFlightPerClient":8,"warmUpOperations":200,"warmUpSeconds":10,"operationTimeoutSeconds":60}""",
            spec.Parameters.ToJsonString());
    }

    [Fact]
    public void A_parameter_that_says_nothing_at_its_default_is_not_stored_because_workers_of_an_older_build_would_refuse_it()
    {
        var (usual, given, night) = (
            SampleSpecs.Of("""{ "experiment": "modis.pipeline", "parameters": { "product": "MOD11_L2" } }"""),
            SampleSpecs.Of("""{ "experiment": "modis.pipeline", "parameters": { "product": "MOD11_L2", "light": "any" } }"""),
            SampleSpecs.Of("""{ "experiment": "modis.pipeline", "parameters": { "product": "MOD11_L2", "light": "night" } }"""));

        Assert.Equal((false, false), (usual.Parameters.ContainsKey("light"), given.Parameters.ContainsKey("light")));
        Assert.Equal("night", (string)night.Parameters["light"]!);
        Assert.Equal("nearest", (string)usual.Parameters["merge"]!);
    }

    [Fact]
    public void A_request_as_in_the_documentation_is_read_whole()
    {
        var spec = SampleSpecs.Of("""
            { "experiment": "blob.download", "name": "west europe, Standard_LRS", "preset": "reduced", "target": "default", "workers": 1,
              "parameters": { "blobBytes": 8388608, "clients": [1, 2, 4, 8, 16] }, "repetitions": 6, "seed": 42, "onError": "continue", "tags": { "region": "westeurope" } }
            """);

        Assert.Equal(("west europe, Standard_LRS", 6, 42, "westeurope"), (spec.Name, spec.Repetitions, spec.Seed, spec.Tags["region"]));
        Assert.Equal("[1,2,4,8,16]", spec.Parameters["clients"]!.ToJsonString());
        Assert.Equal("[8388608]", spec.Parameters["blobBytes"]!.ToJsonString());
        Assert.Equal("20", spec.Parameters["warmUpOperations"]!.ToJsonString());
    }

    [Fact]
    public void Criteria_are_stored_in_their_shortest_form() =>
        Assert.Equal(["p95>50ms", "errors>1%"], SampleSpecs.Of("""{ "experiment": "blob.download", "preset": "quick", "failIf": [" p95 > 50 ms", "errors>1%"] }""").FailIf!);

    [Fact]
    public void No_criteria_are_none() => Assert.Null(SampleSpecs.Of("""{ "experiment": "blob.download", "failIf": [] }""").FailIf);

    [Theory]
    [InlineData("\"p95>50ms\"", "failIf", "must be a list of at most 10 criteria such as [\"p95>50ms\", \"errors>1%\"]")]
    [InlineData("[1]", "failIf[0]", "must be a text of at most 100 characters without control characters")]
    [InlineData("[\"p95>50ms\", \"p95>50\"]", "failIf[1]", "'p95>50' needs a unit: ms, s, us, µs, ns")]
    [InlineData("[\"p95>50ms\", \"p95 > 50 ms\"]", "failIf", "has 'p95>50ms' twice")]
    public void Wrong_criteria_are_refused(string criteria, string path, string message) =>
        Assert.Equal((path, message), (Fault(criteria).Path, Fault(criteria).Message));

    [Fact]
    public void More_than_ten_criteria_and_long_ones_are_refused()
    {
        Assert.Equal("failIf", Fault("[" + string.Join(',', Enumerable.Range(1, 11).Select(limit => $"\"p95>{limit}ms\"")) + "]").Path);
        Assert.Equal("failIf[0]", Fault($"[\"{new string('p', 101)}\"]").Path);
    }

    [Theory]
    [InlineData("""{ "experiment": "blob.download", "preset": "reduced" }""", "reduced")]
    [InlineData("""{ "experiment": "blob.download", "preset": "reduced", "repetitions": 6, "parameters": { "clients": [1, 2, 4, 8, 16], "blobBytes": 8388608.0 } }""", "reduced")]
    [InlineData("""{ "experiment": "blob.download", "preset": "reduced", "parameters": { "clients": [1, 2] } }""", "custom")]
    [InlineData("""{ "experiment": "blob.download", "preset": "reduced", "repetitions": 5 }""", "custom")]
    [InlineData("""{ "experiment": "blob.download", "preset": "reduced", "name": "x", "seed": 1, "onError": "stop", "tags": { "a": "b" } }""", "reduced")]
    [InlineData("""{ "experiment": "blob.download", "parameters": { "clients": 4 } }""", "custom")]
    public void A_run_is_called_by_its_preset_only_while_it_follows_it(string json, string scale) => Assert.Equal(scale, SampleSpecs.Of(json).Scale);

    [Theory]
    [MemberData(nameof(Presets))]
    public void Every_preset_of_every_experiment_reads_without_faults_and_can_be_planned(string experiment, string preset)
    {
        var spec = SampleSpecs.Of($$"""{ "experiment": "{{experiment}}", "preset": "{{preset}}" }""");

        Assert.Equal(preset, spec.Scale);
        var definition = Shipped.Experiments.Find(experiment)!;
        if (definition.IsBag)
        {
            Assert.NotEmpty(RunPlanner.Stages(definition, spec, new([], [])));
            return;
        }

        Assert.True(spec.RepeatEverySeconds > 0 || spec.Repetitions == preset switch { "paper" => 10, "reduced" => 6, _ => 2 });
        Assert.NotEmpty(RunPlanner.Plan(definition, spec).Points);
    }

    [Fact]
    public void The_quick_presets_are_what_the_documentation_says()
    {
        foreach (var experiment in Shipped.Experiments.All.Where(experiment => experiment.Target?.Id == "account"))
        {
            var values = SampleSpecs.Of($$"""{ "experiment": "{{experiment.Id}}", "preset": "quick" }""").Parameters;
            var filter = experiment.Id == "table.filter";

            Assert.Equal(experiment.Id == "queue.length" ? "[1]" : "[1,4]", values["clients"]!.ToJsonString());
            Assert.Equal(filter ? "1" : "20", values["operationsPerClient"]!.ToJsonString());
            Assert.Equal(filter ? "1" : "10", values["warmUpOperations"]!.ToJsonString());
            Assert.Equal("0.3", values["warmUpSeconds"]!.ToJsonString());
            Assert.Equal("[1048576]", values["blobBytes"]?.ToJsonString() ?? "[1048576]");
            Assert.Equal("[200]", values["queueLength"]?.ToJsonString() ?? "[200]");
            Assert.All(new[] { "entityBytes", "messageBytes", "objectBytes" }, size => Assert.Equal(1, values[size]?.AsArray().Count ?? 1));
        }
    }

    [Theory]
    [InlineData("""{ "experiment": "blob.transmute" }""", "experiment", "is not in the catalogue: blob.download, ")]
    [InlineData("""{ "experiment": "blob.downlaod" }""", "experiment", "is not in the catalogue - did you mean blob.download?")]
    [InlineData("""{ "experiment": 5 }""", "experiment", "must be a text of at most 200 characters without control characters")]
    [InlineData("""{ "experiment": null }""", "experiment", "is required: blob.download, ")]
    [InlineData("{}", "experiment", "is required: blob.download, ")]
    [InlineData("[]", "", "must be a JSON object such as ")]
    [InlineData("", "", "is not valid JSON: ")]
    [InlineData("{", "", "is not valid JSON: ")]
    [InlineData("""{ "experiment": "blob.download", "experiment": "blob.upload" }""", "", "is not valid JSON: ")]
    [InlineData("""{ "experiment": "blob.download", "parameters": { "clients": 1, "clients": 2 } }""", "", "is not valid JSON: ")]
    [InlineData("""{ "experiment": "blob.download", "seed": NaN }""", "", "is not valid JSON: ")]
    public void What_is_no_request_at_all_is_refused(string json, string path, string message) => CheckFault(json, path, message);

    [Theory]
    [InlineData("\"name\": \"a\\u0007b\"", "name", "must be a text of at most 200 characters without control characters")]
    [InlineData("\"name\": 7", "name", "must be a text of at most 200 characters without control characters")]
    [InlineData("\"preset\": \"large\"", "preset", "must be one of paper, reduced, quick")]
    [InlineData("\"preset\": [\"quick\"]", "preset", "must be a text of at most 200 characters without control characters")]
    [InlineData("\"target\": \"north\"", "target", "is unknown; configured targets: default, west. A target is a name in the operator's configuration, never an address or a key")]
    [InlineData("\"target\": \"https://x.blob.core.windows.net\"", "target", "is unknown; configured targets: default, west. ")]
    [InlineData("\"target\": {}", "target", "must be a text of at most 200 characters without control characters")]
    [InlineData("\"workers\": 101", "workers", "must be a whole number from 1 to 100")]
    [InlineData("\"workers\": 0", "workers", "must be a whole number from 1 to 100")]
    [InlineData("\"workers\": 3, \"parameters\": { \"clients\": [2, 8] }", "workers", "must be at most 2, the smallest level of clients: each worker runs clients of its own")]
    [InlineData("\"repetitions\": 0", "repetitions", "must be a whole number from 1 to 1000")]
    [InlineData("\"repetitions\": 1001", "repetitions", "must be a whole number from 1 to 1000")]
    [InlineData("\"repetitions\": 1.5", "repetitions", "must be a whole number from 1 to 1000")]
    [InlineData("\"repetitions\": \"6\"", "repetitions", "must be a whole number from 1 to 1000")]
    [InlineData("\"repetitions\": 1e308", "repetitions", "must be a whole number from 1 to 1000")]
    [InlineData("\"repetitions\": true", "repetitions", "must be a whole number from 1 to 1000")]
    [InlineData("\"seed\": -1", "seed", "must be a whole number from 0 to 2147483647")]
    [InlineData("\"seed\": 2147483648", "seed", "must be a whole number from 0 to 2147483647")]
    [InlineData("\"seed\": 1e999", "seed", "must be a whole number from 0 to 2147483647")]
    [InlineData("\"onError\": \"explode\"", "onError", "must be one of continue, stop")]
    [InlineData("\"onError\": \"Stop\"", "onError", "must be one of continue, stop")]
    [InlineData("\"onError\": 1", "onError", "must be one of continue, stop")]
    [InlineData("\"tags\": []", "tags", "must be an object with at most 20 members")]
    [InlineData("\"tags\": { \"\": \"x\" }", "tags", "names must have 1 to 64 characters without control characters")]
    [InlineData("\"tags\": { \"a\\u001bb\": \"x\" }", "tags", "names must have 1 to 64 characters without control characters")]
    [InlineData("\"tags\": { \"a=b\": \"x\" }", "tags", "names have no equals sign")]
    [InlineData("\"tags\": { \"a\": \"x\\u001b[31m\" }", "tags.a", "must be a text of at most 256 characters without control characters")]
    [InlineData("\"tags\": { \"a\": 1 }", "tags.a", "must be a text of at most 256 characters without control characters")]
    [InlineData("\"tags\": { \"a\": null }", "tags.a", "must be a text of at most 256 characters without control characters")]
    [InlineData("\"endpoint\": \"https://x\"", "endpoint", "is unknown; known are experiment, name, preset, target, workers, parameters, repetitions, repeatEverySeconds, seed, onError, failIf, tags, notify")]
    [InlineData("\"Name\": \"x\"", "Name", "is unknown; known are ")]
    [InlineData("\"repetition\": 6", "repetition", "is unknown; known are experiment, name, preset, target, workers, parameters, repetitions, repeatEverySeconds, seed, onError, failIf, tags, notify - did you mean repetitions?")]
    [InlineData("\"scale\": \"quick\"", "scale", "is unknown; known are experiment, name, preset, target, workers, parameters, repetitions, repeatEverySeconds, seed, onError, failIf, tags, notify - did you mean preset?")]
    [InlineData("\"parameters\": 5", "parameters", "must be an object with one member per parameter")]
    [InlineData("\"parameters\": [1]", "parameters", "must be an object with one member per parameter")]
    [InlineData("\"parameters\": { \"speed\": 1 }", "parameters.speed", "is not a parameter of blob.download; known are sink, blobBytes, containers, clients, ")]
    [InlineData("\"parameters\": { \"accountKey\": \"x\" }", "parameters.accountKey", "is not a parameter of blob.download; ")]
    [InlineData("\"parameters\": { \"clients\": 0 }", "parameters.clients", "must be a whole number from 1 to 192")]
    [InlineData("\"parameters\": { \"clients\": 10000 }", "parameters.clients", "must be a whole number from 1 to 192")]
    [InlineData("\"parameters\": { \"clients\": [1, 10000] }", "parameters.clients[1]", "must be a whole number from 1 to 192")]
    [InlineData("\"parameters\": { \"clients\": [1, 1.0] }", "parameters.clients", "lists a value twice; use repetitions to measure a level again")]
    [InlineData("\"parameters\": { \"clients\": [4, 2, 4] }", "parameters.clients", "lists a value twice; use repetitions to measure a level again")]
    [InlineData("\"parameters\": { \"clients\": [] }", "parameters.clients", "must list 1 to 200 values")]
    [InlineData("\"parameters\": { \"clients\": [[1]] }", "parameters.clients[0]", "must be a whole number from 1 to 192")]
    [InlineData("\"parameters\": { \"clients\": null }", "parameters.clients", "must be a whole number from 1 to 192")]
    [InlineData("\"parameters\": { \"clients\": \"4\" }", "parameters.clients", "must be a whole number from 1 to 192")]
    [InlineData("\"parameters\": { \"clients\": 1.5 }", "parameters.clients", "must be a whole number from 1 to 192")]
    [InlineData("\"parameters\": { \"clients\": 1e308 }", "parameters.clients", "must be a whole number from 1 to 192")]
    [InlineData("\"parameters\": { \"clients\": -1e308 }", "parameters.clients", "must be a whole number from 1 to 192")]
    [InlineData("\"parameters\": { \"clients\": \"NaN\" }", "parameters.clients", "must be a whole number from 1 to 192")]
    [InlineData("\"parameters\": { \"blobBytes\": -1 }", "parameters.blobBytes", "must be a whole number from 1 to 1099511627776 B")]
    [InlineData("\"parameters\": { \"blobBytes\": 1e400 }", "parameters.blobBytes", "must be a whole number from 1 to 1099511627776 B")]
    [InlineData("\"parameters\": { \"durationSeconds\": -0.5 }", "parameters.durationSeconds", "must be a number from 0 to 86400 s")]
    [InlineData("\"parameters\": { \"durationSeconds\": [1] }", "parameters.durationSeconds", "takes one value, not a list")]
    [InlineData("\"parameters\": { \"operationTimeoutSeconds\": 0 }", "parameters.operationTimeoutSeconds", "must be a number from 0.1 to 3600 s")]
    [InlineData("\"parameters\": { \"sink\": \"disk\" }", "parameters.sink", "must be one of none, file")]
    [InlineData("\"parameters\": { \"sink\": 1 }", "parameters.sink", "must be one of none, file")]
    [InlineData("\"parameters\": { \"sink\": \"File\" }", "parameters.sink", "must be one of none, file")]
    [InlineData("\"parameters\": { \"operationsPerClient\": 0 }", "parameters.operationsPerClient", "must be above 0 where bytesPerClient and durationSeconds are 0, or the point would never end")]
    public void A_field_that_is_wrong_is_refused_once_with_its_path_and_what_would_be_right(string member, string path, string message) =>
        CheckFault($$"""{ "experiment": "blob.download", {{member}} }""", path, message);

    [Theory]
    [InlineData("table.insert", "\"entityBytes\": 1048577", "parameters.entityBytes", "must be a whole number from 1024 to 1048576 B")]
    [InlineData("queue.add", "\"messageBytes\": 65537", "parameters.messageBytes", "must be a whole number from 1 to 65536 B")]
    [InlineData("queue.receive", "\"operationsPerClient\": 0, \"durationSeconds\": 5", "parameters.operationsPerClient", "must be above 0: each operation consumes an object that is made before the measurement")]
    [InlineData("table.delete", "\"operationsPerClient\": 0, \"durationSeconds\": 5", "parameters.operationsPerClient", "must be above 0: each operation consumes an object that is made before the measurement")]
    [InlineData("queue.length", "\"operation\": [\"add\", \"receive\"], \"queueLength\": [799, 800]", "parameters.operationsPerClient", "times clients must be at most queueLength / 8: receives that take more make the queue much shorter")]
    [InlineData("queue.length", "\"operation\": \"receive\", \"queueLength\": 1599, \"clients\": [1, 2]", "parameters.operationsPerClient", "times clients must be at most queueLength / 8: receives that take more make the queue much shorter")]
    [InlineData("queue.receive", "\"visibilitySeconds\": 399, \"operationsPerClient\": 2000, \"clients\": 1", "parameters.visibilitySeconds", "must be at least 402: a point takes about as long, and would receive messages again")]
    [InlineData("queue.length", "\"operation\": \"receive\", \"operationsPerClient\": 500000, \"queueLength\": 5000000, \"clients\": 1, \"arrivals\": \"constant\", \"operationsPerSecond\": 0.5", "parameters.operationsPerClient", "must be fewer: a message can be hidden for 7 days, and a point would take longer")]
    [InlineData("blob.upload", "\"blobBytes\": 1099511627776, \"blockBytes\": 65536", "parameters.blockBytes", "must be at least blobBytes / 50000: a blob has at most 50,000 blocks")]
    [InlineData("table.delete", "\"bytesPerClient\": 1", "parameters.bytesPerClient", "must be 0: operations of this experiment move no bytes, so that it would end nothing")]
    [InlineData("compute.dgemm", "\"bytesPerClient\": 1", "parameters.bytesPerClient", "must be 0: operations of this experiment move no bytes, so that it would end nothing")]
    [InlineData("insert.ratio", "\"service\": [\"blob\", \"disk\"]", "parameters.service[1]", "must be one of blob, table")]
    public void What_a_service_would_refuse_is_refused_before_it_is_stored(string experiment, string parameters, string path, string message) =>
        CheckFault($$"""{ "experiment": "{{experiment}}", "parameters": { {{parameters}} } }""", path, message);

    [Fact]
    public void A_queue_of_which_an_eighth_is_received_keeps_about_its_length()
    {
        const string Eighth = """{ "experiment": "queue.length", "parameters": { "operation": "receive", "queueLength": 1600, "clients": 2 } }""";
        const string Adds = """{ "experiment": "queue.length", "parameters": { "operation": ["add", "peek"], "queueLength": 1 } }""";

        Assert.All([Eighth, Adds], request => Assert.Empty(SampleSpecs.Read(request).Faults));
    }

    [Fact]
    public void All_faults_are_reported_at_once()
    {
        var faults = SampleSpecs.Read("""
            { "experiment": "blob.download", "targets": "x", "target": "north", "repetitions": 0, "parameters": { "clients": [0, 10000], "blobBytes": -1, "speed": 1 } }
            """).Faults;

        Assert.Equal(
            ["targets", "parameters.speed", "parameters.blobBytes", "parameters.clients[0]", "parameters.clients[1]", "repetitions", "target"],
            faults.Select(fault => fault.Path));
    }

    [Fact]
    public void Two_thousand_points_are_a_run_and_one_more_is_not()
    {
        Assert.Equal(2_000, RunPlanner.Plan(Shipped.Experiments.Find("queue.add")!, SampleSpecs.Of(WithLevels(2, 1_000))).Points.Count);
        CheckFault(WithLevels(3, 667), "parameters", "make 2001 points with 667 repetitions; a run has at most 2000");
        CheckFault(
            $$"""{ "experiment": "queue.add", "repetitions": 1000, "parameters": { "clients": {{List(192)}}, "messageBytes": {{List(200)}}, "queues": {{List(100)}}, "queueLength": {{List(200)}} } }""",
            "parameters", "make 768000000000 points with 1000 repetitions; a run has at most 2000");

        static string WithLevels(int levels, int repetitions) =>
            $$"""{ "experiment": "queue.add", "repetitions": {{repetitions}}, "parameters": { "messageBytes": {{List(levels)}} } }""";
    }

    [Fact]
    public void A_list_has_at_most_two_hundred_values() =>
        CheckFault($$"""{ "experiment": "queue.add", "parameters": { "messageBytes": {{List(201)}} } }""", "parameters.messageBytes", "must list 1 to 200 values");

    [Theory]
    [InlineData(" ")]
    [InlineData("\u200b")]
    [InlineData("\u3164")]
    [InlineData("\u115f\u1160 \uffa0\u2800")]
    [InlineData("\U000e0020")]
    public void A_name_of_which_nothing_can_be_seen_is_none(string name) =>
        Assert.Equal("", SampleSpecs.Of($$"""{ "experiment": "blob.download", "name": "{{name}}" }""").Name);

    [Theory]
    [InlineData("🙂")]
    [InlineData("\u3164 한")]
    public void A_name_of_which_something_can_be_seen_is_kept(string name) =>
        Assert.Equal(name, SampleSpecs.Of($$"""{ "experiment": "blob.download", "name": "{{name}}" }""").Name);

    [Fact]
    public void Texts_have_their_lengths()
    {
        var (longest, tooLong) = (new string('n', 200), new string('n', 201));
        Assert.Equal(longest, SampleSpecs.Of($$"""{ "experiment": "blob.download", "name": "{{longest}}" }""").Name);
        CheckFault($$"""{ "experiment": "blob.download", "name": "{{tooLong}}" }""", "name", "must be a text of at most 200 characters without control characters");
    }

    [Fact]
    public void Tags_have_their_number_and_lengths()
    {
        Assert.Equal(20, SampleSpecs.Of(WithTags(20, 64, 256)).Tags.Count);
        CheckFault(WithTags(21, 3, 1), "tags", "must be an object with at most 20 members");
        CheckFault(WithTags(1, 65, 1), "tags", "names must have 1 to 64 characters without control characters");
        CheckFault(WithTags(1, 3, 257), "tags.t00", "must be a text of at most 256 characters without control characters");

        static string WithTags(int count, int nameLength, int valueLength) => JsonSerializer.Serialize(new
        {
            experiment = "blob.download",
            tags = Enumerable.Range(0, count).ToDictionary(tag => $"t{tag:D2}".PadRight(nameLength, 'x'), _ => new string('v', valueLength)),
        });
    }

    [Fact]
    public void A_name_from_outside_is_repeated_shortened()
    {
        var name = new string('x', 5_000);

        Assert.All(
            SampleSpecs.Read($$"""{ "experiment": "blob.download", "{{name}}": 1, "parameters": { "{{name}}": 1 } }""").Faults,
            fault => Assert.InRange(fault.Path.Length, 60, 90));
    }

    [Fact]
    public void Nesting_without_end_is_not_read() => CheckFault(
        """{ "experiment": "blob.download", "parameters": { "clients": """ + new string('[', 5_000) + new string(']', 5_000) + " } }", "", "is not valid JSON: ");

    [Theory]
    [InlineData("1", "1.0")]
    [InlineData("16", "1.6e1")]
    public void One_value_has_one_spelling(string one, string other) => Assert.Equal(
        SampleSpecs.Of($$"""{ "experiment": "blob.download", "seed": 1, "parameters": { "clients": {{one}} } }""").Parameters.ToJsonString(),
        SampleSpecs.Of($$"""{ "experiment": "blob.download", "seed": 1.0, "parameters": { "clients": [{{other}}] } }""").Parameters.ToJsonString());

    [Fact]
    public void A_document_that_is_already_parsed_reads_the_same()
    {
        using var document = JsonDocument.Parse("""{ "experiment": "queue.peek", "preset": "quick", "seed": 3 }""");

        var reading = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default"), new SeededIdSource(7)).Read(document.RootElement);

        Assert.Empty(reading.Faults);
        Assert.True(JsonNode.DeepEquals(SampleSpecs.Of("""{ "experiment": "queue.peek", "preset": "quick", "seed": 3 }""").Parameters, reading.Spec!.Parameters));
    }

    [Fact]
    public void Bytes_that_are_no_text_are_refused()
    {
        var body = Encoding.UTF8.GetBytes("""{ "experiment": "blob.download", "name": "?" }""");
        body[Array.IndexOf(body, (byte)'?')] = 0xFF;

        var fault = Assert.Single(new RunSpecReader(Shipped.Experiments, Shipped.Targets("default"), new SeededIdSource(7)).Read(body).Faults);
        Assert.Equal("", fault.Path);
    }

    [Theory]
    [InlineData("""{ "experiment": "blob.download", "name": "\ud800" }""")]
    [InlineData("""{ "experiment": "blob.download", "\udc00": 1 }""")]
    [InlineData("""{ "experiment": "blob.download", "tags": { "\ud800": "x" } }""")]
    public void Half_a_character_is_refused(string json) => Assert.Equal("", Assert.Single(SampleSpecs.Read(json).Faults).Path);

    private static string List(int count) => "[" + string.Join(", ", Enumerable.Range(1, count)) + "]";

    [Fact]
    public void Zero_and_minus_zero_are_one_value() => CheckFault(
        """{ "experiment": "tcp.bandwidth", "target": "peer", "workers": 2, "parameters": { "restSeconds": [0, -0.0] } }""",
        "parameters.restSeconds", "lists a value twice; use repetitions to measure a level again");

    private static void CheckFault(string json, string path, string message)
    {
        var reading = SampleSpecs.Read(json);

        Assert.Null(reading.Spec);
        var fault = Assert.Single(reading.Faults);
        Assert.Equal(path, fault.Path);
        Assert.StartsWith(message, fault.Message, StringComparison.Ordinal);
    }

    private static SpecFault Fault(string criteria) => Assert.Single(SampleSpecs.Read($$"""{ "experiment": "blob.download", "failIf": {{criteria}} }""").Faults);
}
