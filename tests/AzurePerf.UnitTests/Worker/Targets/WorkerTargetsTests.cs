using Azure;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Engines;
using AzurePerf.Testing.PlugIn;
using AzurePerf.Worker;
using AzurePerf.Worker.Targets;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Targets;

public sealed class WorkerTargetsTests
{
    private const string Missing = "/folder-that-is-not-there";

    [Theory]
    [InlineData("folder:" + Missing)]
    [InlineData("file://" + Missing)]
    public void A_driver_is_found_by_each_word_of_its_kind(string setting)
    {
        var target = Assert.Single(Of(setting).Configured);

        Assert.Equal((FolderTarget.Kind, "the system's own files"), (target.Kind, target.Libraries));
    }

    [Theory]
    [InlineData("tape:s3cret", "AZUREPERF_TARGET_WEST is of the kind tape, which cannot be configured here: this worker knows folder, sql")]
    [InlineData("mysql://me:s3cret@host/base", "AZUREPERF_TARGET_WEST is of the kind mysql, which cannot be configured here: this worker knows folder, sql")]
    [InlineData("postgresql://s3cret/base", "AZUREPERF_TARGET_WEST names no user: it must look like")]
    [InlineData("sqlserver://me:s3cret@host", "AZUREPERF_TARGET_WEST names no database, such as /master at the end")]
    public void What_is_wrong_is_named_by_its_setting_and_not_repeated(string setting, string fault)
    {
        var said = Assert.Single(Assert.Throws<SettingsException>(() => Of(setting)).Faults);

        Assert.StartsWith(fault, said, StringComparison.Ordinal);
        Assert.DoesNotContain("s3cret", said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("folder:" + Missing, "there is no folder " + Missing)]
    [InlineData("sqlite:" + Missing, "AZUREPERF_TARGET_WEST names a folder that does not exist")]
    public async Task A_target_that_can_never_be_measured_as_it_is_set_keeps_the_worker_from_starting(string setting, string fault)
    {
        var check = new TargetCheck(Of(setting), new WorkerOptions(), TimeProvider.System, NullLogger<TargetCheck>.Instance);

        var said = Assert.Single((await Assert.ThrowsAsync<SettingsException>(() => check.StartAsync(TestContext.Current.CancellationToken))).Faults);

        Assert.StartsWith(fault, said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(401, "target \"west\" refuses the sign-in: check name and key in AZUREPERF_TARGET_WEST, or the roles of the identity")]
    [InlineData(503, "target \"west\" does not answer: check the address in AZUREPERF_TARGET_WEST, and the network (RequestFailedException: no)")]
    public async Task A_target_that_cannot_be_worked_on_is_named_with_its_own_setting(int status, string fault)
    {
        var check = new TargetCheck(
            Of("refusing:x", new RefusingDriver(new RequestFailedException(status, "no"))), new WorkerOptions { TargetsMustAnswer = true }, TimeProvider.System, NullLogger<TargetCheck>.Instance);

        Assert.Equal([fault], (await Assert.ThrowsAsync<SettingsException>(() => check.StartAsync(TestContext.Current.CancellationToken))).Faults);
    }

    [Theory]
    [InlineData("refusing:x")]
    [InlineData("sqlite:" + Missing)]
    public async Task Of_several_targets_one_that_lets_nobody_in_keeps_the_worker_from_no_other(string setting)
    {
        var targets = Of("folder:" + Path.GetTempPath(), setting, new RefusingDriver(new RequestFailedException(401, "no")));

        await Check(targets, mustAnswer: false).StartAsync(TestContext.Current.CancellationToken);

        var said = await Assert.ThrowsAsync<SettingsException>(() => Check(targets, mustAnswer: true).StartAsync(TestContext.Current.CancellationToken));
        Assert.Contains("AZUREPERF_TARGET_EAST", Assert.Single(said.Faults), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_no_target_lets_a_worker_in_it_says_so_of_each()
    {
        var targets = Of("sqlite:" + Missing, "refusing:x", new RefusingDriver(new RequestFailedException(403, "no")));

        var said = await Assert.ThrowsAsync<SettingsException>(() => Check(targets, mustAnswer: false).StartAsync(TestContext.Current.CancellationToken));

        Assert.Equal(2, said.Faults.Count);
    }

    [Fact]
    public void What_an_operator_must_change_begins_with_the_name_of_the_setting()
    {
        var target = Assert.Single(Of("sqlite:" + Missing).Configured);

        Assert.Equal(
            "AZUREPERF_TARGET_WEST leads to a database whose disk is full: make room there, or load fewer customers and days",
            target.AdviceOn(new SqliteException(13, "database or disk is full")));
        Assert.Null(target.AdviceOn(new SqliteException(5, "busy")));
    }

    private static TargetCheck Check(WorkerTargets targets, bool mustAnswer) =>
        new(targets, new WorkerOptions { TargetsMustAnswer = mustAnswer }, TimeProvider.System, NullLogger<TargetCheck>.Instance);

    private static WorkerTargets Of(string setting, params ITargetDriver[] more) => Of([new("AZUREPERF_TARGET_WEST", setting)], more);

    private static WorkerTargets Of(string west, string east, params ITargetDriver[] more) =>
        Of([new("AZUREPERF_TARGET_WEST", west), new("AZUREPERF_TARGET_EAST", east)], more);

    private static WorkerTargets Of(IEnumerable<KeyValuePair<string, string?>> settings, ITargetDriver[] more)
    {
        var accounts = StorageAccounts.Read([new("AZUREPERF_CONTROL", "UseDevelopmentStorage=true"), .. settings], needsTarget: true);
        ITargetDriver[] drivers = [new FolderDriver(), new SqlDriver(accounts, TimeProvider.System.GetUtcNow), .. more];
        return new(accounts, drivers);
    }

    /// <summary>Targets that answer everything with the same failure.</summary>
    private sealed class RefusingDriver(Exception failure) : ITargetDriver, IConfiguredTarget, IOpenTarget
    {
        public TargetKind Kind { get; } = new("refusing", "a target that refuses");

        public IOutcomeClassifier Outcomes { get; } = new StorageOutcomes();

        public IConfiguredTarget Read(TargetSetting setting) => this;

        public IOpenTarget Open(TargetOpening opening) => this;

        public Task CheckAsync(CancellationToken cancellationToken) => throw failure;

        public void Dispose()
        {
        }
    }
}
