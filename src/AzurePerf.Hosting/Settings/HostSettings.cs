using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.Hosting.Settings;

/// <summary>The settings of a host: each group is read once, checked with all others before the start, and shown in the log.</summary>
public static class HostSettings
{
    /// <summary>
    /// Makes the section an injectable <typeparamref name="T"/>. Its properties carry their limits as validation attributes; secrets are
    /// marked with <see cref="SecretAttribute"/>.
    /// </summary>
    /// <param name="builder">The host.</param>
    /// <param name="section">The section.</param>
    /// <param name="ofOthers">Settings of the section that other hosts read, and this one leaves alone: hosts of one machine share an
    /// environment.</param>
    public static void AddHostOptions<T>(this WebApplicationBuilder builder, string section, params string[] ofOthers)
        where T : class, new()
    {
        builder.Services.AddSingleton(services =>
            new OptionsReader<T>(services.GetRequiredService<IConfiguration>().GetSection(section), ofOthers));
        builder.Services.AddSingleton(services => services.GetRequiredService<OptionsReader<T>>().Group);
        builder.Services.AddSingleton(services => services.GetRequiredService<OptionsReader<T>>() is { Group.Faults: [] } reading
            ? reading.Value
            : throw new SettingsException(services.GetRequiredService<OptionsReader<T>>().Group.Faults));
    }

    /// <summary>Makes the control account and, for a host that measures, the targets an injectable <see cref="StorageAccounts"/>.</summary>
    public static void AddHostAccounts(this WebApplicationBuilder builder, bool needsTarget)
    {
        builder.Services.AddSingleton(services => StorageAccounts.Read(Variables(services), needsTarget));
        builder.Services.AddSingleton(services => Describe(Variables(services), needsTarget));
    }

    private static IEnumerable<KeyValuePair<string, string?>> Variables(IServiceProvider services) =>
        services.GetRequiredService<IConfiguration>().AsEnumerable();

    private static SettingsGroup Describe(IEnumerable<KeyValuePair<string, string?>> variables, bool needsTarget) =>
        StorageAccounts.TryRead(variables, needsTarget, out var accounts, out var faults)
            ? new([],
                [$"control={accounts.Control}",
                    .. accounts.Settings.Select(target =>
                        $"target {target.Name}={(accounts.Targets.TryGetValue(target.Name, out var account) ? account : target.Kind)}")])
            : new(faults, []);
}
