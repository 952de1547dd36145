using System.Globalization;

namespace AzurePerf.Core.Targets;

/// <summary>A target that has not answered for a while, as the worker that asks it sees it.</summary>
/// <param name="Address">Where the requests go, as host:port.</param>
/// <param name="Connected">Whether a connection was made.</param>
/// <param name="Seconds">For how long.</param>
public sealed record TargetSilence(string Address, bool Connected, double Seconds)
{
    /// <summary>From when on it is told.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromSeconds(10);

    /// <summary>For people. The words are the same however long it goes on: each change of them is an event.</summary>
    /// <param name="target">The target's name.</param>
    public string Sentence(string target) => Sentence(target, Limit);

    /// <summary>Why set-up ends, and what to do.</summary>
    /// <param name="target">The target's name.</param>
    /// <param name="limit">How long set-up may go without an answer.</param>
    public string EndOfSetUp(string target, TimeSpan limit) =>
        $"set-up given up: {Sentence(target, limit)}. Check the target's address and the network to it, then run again; "
            + "TaskManager:SetUpLimit says how long set-up waits for an answer";

    private string Sentence(string target, TimeSpan silence) => string.Create(
        CultureInfo.InvariantCulture,
        $"target \"{target}\" does not answer: "
            + $"{(Connected ? $"{Address} accepts connections but has sent no answer" : $"no connection to {Address}")} for "
            + $"{TextOf(silence)}");

    private static string TextOf(TimeSpan time) => time < TimeSpan.FromMinutes(2)
        ? string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:0.#} s")
        : string.Create(CultureInfo.InvariantCulture, $"{time.TotalMinutes:0.#} min");
}
