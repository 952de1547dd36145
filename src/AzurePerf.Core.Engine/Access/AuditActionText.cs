namespace AzurePerf.Core.Access;

/// <summary>
/// What somebody did, in words. Entries hold what was asked for as method and route, which no build changes its mind about; the words are
/// made when they are read.
/// </summary>
public static class AuditActionText
{
    /// <summary>By method and route: what was done, and what it was done to.</summary>
    private static readonly Dictionary<string, (string Done, string Asked, string Noun)> Texts = new()
    {
        ["POST /api/v1/runs"] = ("submitted", "submit", "run"),
        ["POST /api/v1/runs/{id}/cancel"] = ("cancelled", "cancel", "run"),
        ["POST /api/v1/runs/{id}/clone"] = ("cloned", "clone", "run"),
        ["POST /api/v1/runs/{id}/rerun"] = ("reran", "rerun", "run"),
        ["POST /api/v1/runs/{id}/retry"] = ("retried", "retry", "run"),
        ["PATCH /api/v1/runs/{id}/notes"] = ("changed the notes of", "change the notes of", "run"),
        ["PUT /api/v1/runs/{id}/baseline"] = ("made a baseline of", "make a baseline of", "run"),
        ["DELETE /api/v1/runs/{id}/baseline"] = ("took the baseline from", "take the baseline from", "run"),
        ["POST /api/v1/schedules"] = ("added", "add", "schedule"),
        ["DELETE /api/v1/schedules/{id}"] = ("removed", "remove", "schedule"),
        ["POST /api/v1/schedules/{id}/pause"] = ("paused", "pause", "schedule"),
        ["POST /api/v1/schedules/{id}/resume"] = ("resumed", "resume", "schedule"),
        ["POST /api/v1/schedules/{id}/run-now"] = ("started a run of", "start a run of", "schedule"),
        ["POST /api/v1/views"] = ("saved", "save", "view"),
        ["DELETE /api/v1/views/{id}"] = ("removed", "remove", "view"),
        ["POST /api/v1/shares"] = ("made", "make", "link"),
        ["DELETE /api/v1/shares/{id}"] = ("revoked", "revoke", "link"),
        ["share mailed"] = ("mailed", "mail", "link"),
        ["share opened"] = ("opened for the first time", "open", "link"),
        ["POST /api/v1/programs"] = ("uploaded", "upload", "program"),
        ["DELETE /api/v1/programs/{hash}"] = ("revoked", "revoke", "program"),
        ["POST /api/v1/keys"] = ("created", "create", "key"),
        ["DELETE /api/v1/keys/{id}"] = ("revoked", "revoke", "key"),
        ["PUT /api/v1/workers/{pool}/scale"] = ("changed the limits of", "change the limits of", "pool"),
        ["POST /api/v1/maintenance/clean"] = ("cleaned up with", "clean up with", "run"),
        ["sign in"] = ("signed in with", "sign in with", "key"),
        ["POST /signin"] = ("signed in with", "sign in with", "key"),
        ["POST /signin?handler=Out"] = ("signed out", "sign out", ""),
        ["POST /"] = ("changed the sample data", "change the sample data", ""),
        ["POST /?handler=LoadSamples"] = ("loaded the sample data", "load the sample data", ""),
        ["POST /?handler=RemoveSamples"] = ("removed the sample data", "remove the sample data", ""),
        ["POST /submit"] = ("submitted", "submit", "run"),
        ["POST /images/new"] = ("submitted", "submit", "run"),
        ["POST /runs/{id}?handler=Cancel"] = ("cancelled", "cancel", "run"),
        ["POST /runs/cancel"] = ("cancelled", "cancel", "run"),
        ["POST /runs/{id}/rerun"] = ("reran", "rerun", "run"),
        ["POST /runs/{id}/retry"] = ("retried", "retry", "run"),
        ["POST /runs/{id}/notes"] = ("changed the notes of", "change the notes of", "run"),
        ["POST /runs/{id}/baseline"] = ("made a baseline of", "make a baseline of", "run"),
        ["POST /runs/{id}/baseline?handler=Remove"] = ("took the baseline from", "take the baseline from", "run"),
        ["POST /schedules/new"] = ("added", "add", "schedule"),
        ["POST /schedules?handler=RunNow"] = ("started a run of", "start a run of", "schedule"),
        ["POST /schedules?handler=Pause"] = ("paused", "pause", "schedule"),
        ["POST /schedules?handler=Resume"] = ("resumed", "resume", "schedule"),
        ["POST /schedules?handler=Remove"] = ("removed", "remove", "schedule"),
        ["POST /views/new"] = ("saved", "save", "view"),
        ["POST /views?handler=Remove"] = ("removed", "remove", "view"),
        ["POST /shares/new"] = ("made", "make", "link"),
        ["POST /shares?handler=Revoke"] = ("revoked", "revoke", "link"),
        ["POST /programs?handler=Add"] = ("uploaded", "upload", "program"),
        ["POST /programs?handler=Revoke"] = ("revoked", "revoke", "program"),
        ["POST /keys?handler=Create"] = ("created", "create", "key"),
        ["POST /keys?handler=Revoke"] = ("revoked", "revoke", "key"),
        ["POST /compare?handler=Rerun"] = ("reran in turns", "rerun in turns", "pair"),
        ["POST /workers/scale"] = ("changed the limits of", "change the limits of", "pool"),
    };

    /// <summary>Whether there are words for an action.</summary>
    public static bool Knows(string action) => Texts.ContainsKey(action);

    /// <summary>"cancelled run 4x2k...", "was not allowed to cancel run 4x2k..."; an action of another build as it stands.</summary>
    /// <param name="action">Method and route.</param>
    /// <param name="subject">Id of what it was about; empty where there is none.</param>
    /// <param name="outcome">What became of it.</param>
    public static string Of(string action, string subject, AuditOutcome outcome)
    {
        ArgumentNullException.ThrowIfNull(action);
        ArgumentNullException.ThrowIfNull(subject);
        if (!Texts.TryGetValue(action, out var deed))
        {
            return action + Spaced(subject);
        }

        var verb = outcome switch
        {
            AuditOutcome.Done => deed.Done,
            AuditOutcome.Refused => "was not allowed to " + deed.Asked,
            _ => "tried to " + deed.Asked,
        };
        // What was to be made and was not has no id.
        var noun = subject.Length > 0 || deed.Noun.Length == 0 ? Spaced(deed.Noun) : " a " + deed.Noun;
        return verb + noun + (deed.Noun.Length > 0 ? Spaced(subject) : "");
    }

    private static string Spaced(string word) => word.Length > 0 ? " " + word : "";
}
