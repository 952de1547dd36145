using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;

namespace AzurePerf.Web.Runs.Form;

/// <summary>Submits runs from forms, which carry a key so that sending one twice starts one run.</summary>
internal static class FormSubmission
{
    /// <summary>What a page is answered with whose run was not stored.</summary>
    public static int StatusOf(SubmissionOutcome refused) => refused switch
    {
        SubmissionOutcome.OverLimit => StatusCodes.Status422UnprocessableEntity,
        SubmissionOutcome.ProgramRefused => StatusCodes.Status400BadRequest,
        _ => StatusCodes.Status429TooManyRequests,
    };

    /// <summary>Submits what a form asks for.</summary>
    /// <param name="submission">Stores it.</param>
    /// <param name="context">The request with the form.</param>
    /// <param name="spec">What was read from it.</param>
    /// <param name="key">The key that was made with the form.</param>
    /// <param name="form">The form.</param>
    /// <param name="origin">The run that it was filled in from; null for none.</param>
    public static Task<Submission> SubmitAsync(
        this RunSubmission submission, HttpContext context, RunSpec spec, string key, RunForm form, RunOrigin? origin)
    {
        var (owner, request, stop) = (context.Caller().Name, form.ToRequest().ToJsonString(), context.RequestAborted);
        return FormKey.AddAsync(
            key, request, under => submission.SubmitAsync(spec, owner, under, request, null, stop, origin),
            submitted => submitted.Outcome == SubmissionOutcome.KeyReused);
    }
}
