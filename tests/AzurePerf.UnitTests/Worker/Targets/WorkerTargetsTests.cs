using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets;
using AzurePerf.Probes.Targets;
using AzurePerf.Probes.Targets.Sql;
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
    [InlineData("sqlserver://me:s3cret@host/base", "AZUREPERF_TARGET_WEST is a SQL Server, which cannot be measured yet")]
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

    private static WorkerTargets Of(string setting)
    {
        var accounts = StorageAccounts.Read(
            [new("AZUREPERF_CONTROL", "UseDevelopmentStorage=true"), new("AZUREPERF_TARGET_WEST", setting)], needsTarget: true);
        ITargetDriver[] drivers = [new FolderDriver(), new SqlDriver(accounts)];
        return new(accounts, drivers);
    }
}
