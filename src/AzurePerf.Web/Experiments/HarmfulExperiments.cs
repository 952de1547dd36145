using AzurePerf.Core.Access;
using AzurePerf.Core.Experiments;
using AzurePerf.Web.Access;

namespace AzurePerf.Web.Experiments;

/// <summary>Who may run experiments that end workers on purpose. It stands where every run request is read: new ones, copies, schedules,
/// forms and estimates.</summary>
internal sealed class HarmfulExperiments(AccessOptions access, IHttpContextAccessor requests)
{
    /// <summary>Why whoever asks now may not run an experiment; null where they may.</summary>
    public string? RefusalOf(ExperimentDefinition experiment) =>
        !experiment.IsHarmful ? null
        : access.Mode == AccessMode.ContainerApps
            ? $"must be another one: {experiment.Id} ends workers on purpose and is not run in a cloud"
        : requests.HttpContext?.FindCaller()?.Scope == AccessScope.Admin ? null
        : $"must be another one: {experiment.Id} ends workers on purpose, so only an administrator may run it";
}
