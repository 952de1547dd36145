using System.ComponentModel.DataAnnotations;
using System.Reflection;
using System.Text.RegularExpressions;
using AzurePerf.TaskManager;
using AzurePerf.Worker;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using Xunit;

namespace AzurePerf.UnitTests.Deployment;

public sealed partial class DeploymentTests
{
    /// <summary>The points of a series read what was stored before its first one.</summary>
    [Fact]
    public void The_platform_removes_no_blob_that_an_open_series_of_a_year_still_needs()
    {
        var days = int.Parse(RetentionDays().Match(BicepFile.Text("main.bicep")).Groups["days"].ValueSpan, provider: null);

        Assert.True(days > 365 + 90, $"raw data are removed after {days} days");
        Assert.Contains("enabled: false", Rule().Match(BicepFile.Text("modules/measured-account.bicep")).Value, StringComparison.Ordinal);
    }

    /// <summary>A deployment removes no sign-in that an earlier one made.</summary>
    [Fact]
    public void Without_a_registration_the_platforms_sign_in_is_switched_off()
    {
        var web = BicepFile.Text("modules/app-web.bicep");

        Assert.Contains("resource auth 'authConfigs' = {", web, StringComparison.Ordinal);
        Assert.Contains("platform: { enabled: signIn }", web, StringComparison.Ordinal);
        Assert.Contains("identityProviders: signIn ? {", web, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("stdin", false)]
    public async Task A_worker_has_most_of_the_time_that_the_platform_gives_it_to_store_what_it_measured(string parentPipe, bool hasMost)
    {
        var builder = WebApplication.CreateBuilder([$"--AZUREPERF_PARENT_PIPE={parentPipe}"]);
        builder.AddWorkerHost();
        await using var worker = builder.Build();
        var given = int.Parse(GracePeriod().Match(BicepFile.Text("modules/app-worker.bicep")).Groups["seconds"].ValueSpan, provider: null);

        var taken = worker.Services.GetRequiredService<IOptions<HostOptions>>().Value.ShutdownTimeout.TotalSeconds;

        Assert.Equal(hasMost, taken == given - 10);
    }

    /// <summary>With one of both alone it ends at its start.</summary>
    [Fact]
    public void The_task_manager_is_given_the_user_of_its_mail_server_and_the_password_together()
    {
        var app = BicepFile.Text("modules/app-taskmanager.bicep");

        Assert.Contains("var mailSignIn = !empty(mailSignInUrl) && contains(mail, 'User')", app, StringComparison.Ordinal);
        Assert.Contains("secrets: mailSignIn ? [{ name: 'mail-password'", app, StringComparison.Ordinal);
        Assert.Contains("filter(items(mail), setting => mailSignIn || setting.key != 'User')", app, StringComparison.Ordinal);
        Assert.Matches(@"mailSignIn \? \[\s+\{ name: 'Mail__Password'", app);
    }

    [Fact]
    public void The_task_manager_is_told_of_no_more_slots_than_it_takes()
    {
        var taken = typeof(TaskManagerOptions).GetProperty(nameof(TaskManagerOptions.MostBagSlots))!.GetCustomAttribute<RangeAttribute>()!.Maximum;

        Assert.Contains($"mostBagSlots: min(bagScale.max * bagSlots, {taken})\n", BicepFile.Text("main.bicep"), StringComparison.Ordinal);
    }

    /// <summary>Results of a newer worker may say more than an older reader knows.</summary>
    [Fact]
    public void An_upgrade_updates_the_workers_after_those_who_read_their_results()
    {
        var modules = Module().Matches(BicepFile.Text("main.bicep")).ToDictionary(match => match.Groups["name"].Value, match => match.Value);
        string[] workers = ["measureWorker", "bagWorker", "peerWorker"];

        Assert.All(workers, worker => Assert.Matches(@"dependsOn: \[.*\btaskManager, web\b", modules[worker]));
        Assert.All(["taskManager", "web"], reader => Assert.DoesNotContain(workers, worker => modules[reader].Contains(worker, StringComparison.Ordinal)));
    }

    [GeneratedRegex(@"param dataRetentionDays int = (?<days>\d+)")]
    private static partial Regex RetentionDays();

    [GeneratedRegex(@"type: 'Lifecycle'[^}]*")]
    private static partial Regex Rule();

    [GeneratedRegex(@"terminationGracePeriodSeconds: (?<seconds>\d+)")]
    private static partial Regex GracePeriod();

    [GeneratedRegex(@"^module (?<name>\w+) .*?^\}", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Module();
}
