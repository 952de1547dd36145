using AzurePerf.UnitTests.Docs;
using Xunit;

namespace AzurePerf.UnitTests.Deployment;

public sealed class SettingsTests
{
    /// <summary>What a host in the cloud cannot do without, by app.</summary>
    private static readonly Dictionary<string, string[]> Needed = new()
    {
        ["web"] = ["AZUREPERF_CONTROL", "AZUREPERF_CONTROL_IDENTITY", "Control:Create", "Targets:Names", "Scaling:MeasureApp", "Scaling:BagApp", "ASPNETCORE_URLS", "Logging:Format"],
        ["taskmanager"] = ["AZUREPERF_CONTROL", "AZUREPERF_CONTROL_IDENTITY", "Control:Create", "TaskManager:BarrierAddress", "TaskManager:MostBagSlots", "TaskManager:PeerPool", "ASPNETCORE_URLS", "Logging:Format"],
        ["worker"] =
        [
            "AZUREPERF_CONTROL", "AZUREPERF_CONTROL_IDENTITY", "AZUREPERF_TARGET", "AZUREPERF_MEASURED_IDENTITY", "Control:Create", "Worker:Pool", "Worker:BagSlots", "Worker:ScaleInGuard", "Worker:Sku",
            "Worker:DiskDirectory", "Worker:PeerIngress", "Worker:PeerPort", "Archive:BaseAddress", "Archive:Token", "ASPNETCORE_URLS", "Logging:Format",
        ],
    };

    /// <summary>The variable of a deployment that gives the settings of a section, or a list.</summary>
    private static readonly Dictionary<string, string> Sections = new()
    {
        ["Access:Admins"] = "AZUREPERF_ADMINS",
        ["Limits"] = "AZUREPERF_LIMITS",
        ["Mail"] = "AZUREPERF_MAIL",
        ["Targets:Names"] = "AZUREPERF_TARGETS",
        ["AZUREPERF_TARGET"] = "AZUREPERF_TARGETS",
    };

    /// <summary>Settings, or sections of them, that further settings of an app cannot have.</summary>
    private static readonly string[] DefaultAlone = ["APPLICATIONINSIGHTS_CONNECTION_STRING", "Control:Prefix", "Limits", "Mail", "Programs"];

    public static TheoryData<string> Apps => [.. AppSettings.Apps];

    [Theory]
    [MemberData(nameof(Apps))]
    public async Task An_app_is_given_what_it_needs_and_nothing_that_it_does_not_read(string app)
    {
        var given = GivenTo(app);
        var known = await AppSettings.OfAsync(app);

        Assert.Empty(Needed[app].Except(given));

        // How people sign in to the portal is a section of its own, and .NET and libc read what is for themselves.
        Assert.DoesNotContain(given.Except(known), name =>
            !name.StartsWith("Access:", StringComparison.Ordinal) && !name.StartsWith("DOTNET_", StringComparison.Ordinal) && name != "MALLOC_ARENA_MAX");
    }

    [Fact]
    public async Task The_page_lists_every_setting_of_every_app_and_whether_the_deployment_gives_it()
    {
        var known = new Dictionary<string, IReadOnlyList<string>>();
        foreach (var app in AppSettings.Apps)
        {
            known[app] = await AppSettings.OfAsync(app);
        }

        var table = new MarkdownTable(["Settings", .. AppSettings.Apps]);
        foreach (var same in known.Values.SelectMany(names => names).Distinct().Order(StringComparer.Ordinal)
            .GroupBy(setting => string.Join('|', AppSettings.Apps.Select(app => !known[app].Contains(setting) ? "" : SourceOf(setting, app)))))
        {
            table.Add([string.Join(", ", same.Select(setting => $"`{setting}`")), .. same.Key.Split('|')]);
        }

        GeneratedBlock.Check("docs/deploying.md", "settings", table.ToString());
    }

    /// <summary>Those that the table says a deployment can be given by name.</summary>
    [Theory]
    [MemberData(nameof(Apps))]
    public async Task The_commands_take_each_further_setting_of_the_page_and_none_that_has_its_default_alone(string app)
    {
        var known = await AppSettings.OfAsync(app);
        var further = known.Where(setting => SourceOf(setting, app) == "-").ToArray();
        var alone = known.Where(setting => SourceOf(setting, app) == "default").ToArray();

        Assert.NotEmpty(further);
        Assert.NotEmpty(alone);
        Assert.Equal("", await RefusedAsync(further));
        foreach (var setting in alone)
        {
            Assert.Contains($"has {setting}", await RefusedAsync(setting), StringComparison.Ordinal);
        }

        // What it would do is said without a sign-in, once the settings were looked at.
        async Task<string> RefusedAsync(params string[] settings)
        {
            using var azure = new FakeAzure();
            var given = "{" + string.Join(", ", settings.Select(setting => $"\"{setting}\": \"x\"")) + "}";
            var (code, _, error, _) = await azure.RunAsync("deploy", "--what-if --no-sign-in tag", [("AZURE_ENV_NAME", "perf"), ($"AZUREPERF_{app.ToUpperInvariant()}_SETTINGS", given)]);
            return code == 0 ? "" : error;
        }
    }

    [Fact]
    public void Each_app_takes_further_settings_by_name_and_each_worker_further_targets()
    {
        foreach (var app in AppSettings.Apps)
        {
            Assert.Contains("map(items(settings), setting => { name: replace(setting.key, ':', '__'), value: string(setting.value) })", BicepFile.Text($"modules/app-{app}.bicep"), StringComparison.Ordinal);
        }

        var main = BicepFile.Text("main.bicep");
        Assert.Equal(
            [1, 1, 3], new[] { "webSettings", "taskManagerSettings", "workerSettings" }.Select(parameter => main.Split($"    settings: {parameter}\n").Length - 1));
        Assert.Equal(4, main.Split(" targets: targets\n").Length - 1);
        Assert.Contains("AZUREPERF_TARGET_", BicepFile.PrefixesOf("worker"));
        Assert.Contains("Targets__Names__", BicepFile.PrefixesOf("web"));
    }

    /// <summary>Both pages name a role for it.</summary>
    [Theory]
    [InlineData("docs/deploying.md")]
    [InlineData("docs/how-to/run-your-own-program.md")]
    public void Pages_say_that_a_deployment_cannot_allow_programs_as_long_as_it_cannot(string page) => Assert.NotEqual(
        AppSettings.Apps.Any(app => GivenTo(app).Contains("Programs:Allowed")),
        File.ReadAllText(RepositoryFolder.PathOf(page)).Contains("cannot allow", StringComparison.Ordinal));

    /// <summary>With one, a deployment refuses each run whose service or region the shipped prices do not have, the smoke test's too.</summary>
    [Fact]
    public void Limits_that_the_page_gives_as_an_example_are_none_of_cost()
    {
        var line = File.ReadLines(RepositoryFolder.PathOf("docs/deploying.md")).Single(line => line.StartsWith("- `AZUREPERF_LIMITS`", StringComparison.Ordinal));

        Assert.Matches("such as `{\"OperationsPerRun\": [^`]*}`\\. Give none of cost", line);
        Assert.DoesNotContain("CostPer", line, StringComparison.Ordinal);
    }

    [Fact]
    public void The_scale_rule_stands_for_as_many_messages_as_a_worker_executes_at_once()
    {
        var worker = BicepFile.Text("modules/app-worker.bicep");

        Assert.Contains("queueLength: string(slots)", worker, StringComparison.Ordinal);
        Assert.Contains("{ name: 'Worker__BagSlots', value: string(slots) }", worker, StringComparison.Ordinal);
        Assert.Contains("queueLengthStrategy: control.scaling.queueLengthStrategy", worker, StringComparison.Ordinal);
        Assert.Contains($"param bagSlots int = {new AzurePerf.Worker.WorkerOptions().BagSlots}\n", BicepFile.Text("main.bicep"), StringComparison.Ordinal);
        Assert.Contains("scale: { minReplicas: 1, maxReplicas: 1 }", BicepFile.Text("modules/app-taskmanager.bicep"), StringComparison.Ordinal);
    }

    private static string SourceOf(string setting, string app)
    {
        if (GivenTo(app).Contains(setting))
        {
            return "set";
        }

        var section = BicepFile.PrefixesOf(app).Select(prefix => prefix.Trim('_').Replace("__", ":", StringComparison.Ordinal)).FirstOrDefault(section => setting == section || setting.StartsWith(section + ":", StringComparison.Ordinal));

        // The portal signs in to no mail server, and only portal and TaskManager get limits.
        return section is not null && !(app == "web" && setting is "Mail:User" or "Mail:Password") ? $"`{Sections[section]}`"
            : DefaultAlone.Any(name => setting == name || setting.StartsWith(name + ":", StringComparison.Ordinal)) ? "default" : "-";
    }

    /// <summary>As configuration names them, without the numbers of lists.</summary>
    private static IReadOnlyList<string> GivenTo(string app) => [.. BicepFile.VariablesOf(app).Select(name => string.Join(':', name.Split("__").Where(part => !part.All(char.IsAsciiDigit))))];
}
